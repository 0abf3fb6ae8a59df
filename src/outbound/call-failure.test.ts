import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callFailureOf, OutboundError } from './call-failure.ts';

test('an error of a call is told by its code, however often it is wrapped', () => {
  const coded = (code: string) => Object.assign(new Error('connect failed'), { code });
  const cases = [
    [coded('ECONNREFUSED'), 'connection-refused'],
    [new Error('discovery failed', { cause: coded('ENOTFOUND') }), 'no-address'],
    [
      new Error('a', { cause: new Error('b', { cause: coded('CERT_HAS_EXPIRED') }) }),
      'certificate',
    ],
    [coded('DEPTH_ZERO_SELF_SIGNED_CERT'), 'certificate'],
    [new DOMException('The operation timed out.', 'TimeoutError'), 'timeout'],
    [new OutboundError('not-public', '10.0.0.1 is not public'), 'not-public'],
    [coded('EWHATEVER'), 'other'],
    ['no error at all', 'other'],
  ] as const;
  for (const [thrown, failure] of cases) assert.equal(callFailureOf(thrown), failure);
});
