import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseParent, parseState } from './trace-context.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

test('W3C Trace Context: a right traceparent is continued, and any other begins a trace', () => {
  const parent = { traceId: TRACE, spanId: SPAN };
  assert.deepEqual(parseParent(`00-${TRACE}-${SPAN}-01`), { ...parent, isSampled: true });
  assert.deepEqual(parseParent(`00-${TRACE}-${SPAN}-02`), { ...parent, isSampled: false });
  assert.deepEqual(parseParent(`01-${TRACE}-${SPAN}-01-more`), { ...parent, isSampled: true });
  const wrong = [
    undefined,
    '',
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01-more`,
    `01-${TRACE}-${SPAN}-01more`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01\n`,
  ];
  for (const header of wrong) {
    assert.equal(parseParent(header), undefined, String(header));
  }
});

test('W3C Trace Context: a tracestate is passed on whole or not at all', () => {
  assert.equal(parseState('vendor=1, other=2'), 'vendor=1, other=2');
  for (const wrong of [undefined, '', 'a=ü', 'a=1\r\nx: y', `a=${'1'.repeat(511)}`]) {
    assert.equal(parseState(wrong), undefined);
  }
});
