// Collectors that are away, slow or full: spans are lost and counted, and nobody waits.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { freePort } from '../../test/support/free-port.ts';
import { type Collector, startCollector } from '../../test/support/otlp-receiver.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { createExporter, type ExporterDeps } from './exporter.ts';
import type { EndedSpan } from './otlp.ts';

const RESOURCE = {
  ...{ 'service.name': 'formstead', 'service.version': '1' },
  ...{ 'service.instance.id': 'i', 'host.name': 'h' },
} as const;
const SPAN: EndedSpan = {
  ...{ traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' },
  ...{ state: undefined, parentId: undefined, isRemote: false, isFailed: false },
  ...{ name: 'GET /v2/formz', kind: 'server', attributes: {}, startMs: 1, endMs: 2 },
};
/** Nobody waits for long here, and a collector on a busy machine still has time to answer. */
const QUICK = { collect: 10, answer: 5000, pause: 5, longestPause: 200, closing: 5000 };
/** The most that may wait: the queue, and one batch on its way. */
const BOUND = 4096 + 256;

async function open(
  t: TestContext,
  more: Partial<ExporterDeps> = {},
): Promise<{
  readonly exporter: ReturnType<typeof createExporter>;
  readonly counts: { sent: number; dropped: number };
  readonly said: string[];
  readonly collector: Collector;
}> {
  const collector = await startCollector();
  t.after(() => collector.close());
  const counts = { sent: 0, dropped: 0 };
  const said: string[] = [];
  const exporter = createExporter({
    url: `${collector.url}/v1/traces`,
    headers: {},
    resource: RESOURCE,
    onSpans(outcome, count) {
      counts[outcome] += count;
    },
    onTrouble: (reason) => void said.push(reason),
    onRecovery: () => void said.push('recovered'),
    times: QUICK,
    ...more,
  });
  return { exporter, counts, said, collector };
}

const add = (exporter: { add(span: EndedSpan): void }, count: number): void => {
  for (let i = 0; i < count; i += 1) exporter.add(SPAN);
};

test('spans are sent in batches, with the headers of the settings', async (t) => {
  const { exporter, counts, said, collector } = await open(t, { headers: { 'x-key': 'k' } });
  add(exporter, 600);
  await exporter.close();
  assert.deepEqual(counts, { sent: 600, dropped: 0 });
  assert.equal(collector.spans.length, 600);
  assert.equal(collector.requests.length, 3);
  assert.equal(collector.requests[0]?.headers['x-key'], 'k');
  assert.equal(collector.requests[0]?.headers['content-type'], 'application/json');
  assert.deepEqual(said, []);
});

test('a collector that asks for patience gets the same spans again, and later none', async (t) => {
  const { exporter, counts, said, collector } = await open(t);
  for (const status of [429, 503]) {
    collector.answer({ status, headers: { 'retry-after': '1' } });
    const before = collector.requests.length;
    add(exporter, 1);
    await waitUntil(() => collector.requests.length > before);
    collector.answer({ status: 200, body: '{}' });
    const from = performance.now();
    await waitUntil(() => collector.requests.length === before + 2);
    assert.ok(performance.now() - from > 100, 'Retry-After is waited for, up to the longest pause');
  }
  await waitUntil(() => counts.sent === 2);
  assert.deepEqual([counts, said], [{ sent: 2, dropped: 0 }, []]);
  collector.answer({ status: 503 });
  add(exporter, 5);
  await waitUntil(() => counts.dropped === 5);
  assert.deepEqual(said, ['the collector answered 503']);
  collector.answer({ status: 200 });
  add(exporter, 1);
  await waitUntil(() => counts.sent === 3);
  assert.deepEqual(said, ['the collector answered 503', 'recovered']);
  await exporter.close();
});

test('what a collector refuses is dropped at once, and told once', async (t) => {
  const { exporter, counts, said, collector } = await open(t);
  collector.answer({ status: 400 });
  add(exporter, 300);
  await waitUntil(() => counts.dropped === 300);
  assert.equal(collector.requests.length, 2);
  assert.deepEqual(said, ['the collector answered 400']);
  const body = '{"partialSuccess":{"rejectedSpans":"2","errorMessage":"secret"}}';
  collector.answer({ status: 200, body });
  add(exporter, 5);
  await waitUntil(() => counts.sent === 3);
  assert.deepEqual(counts, { sent: 3, dropped: 302 });
  assert.ok(!said.join().includes('secret'));
  // A counter can't go down: Prometheus's library throws, and that would end the process.
  collector.answer({ status: 200, body: '{"partialSuccess":{"rejectedSpans":"999999999"}}' });
  add(exporter, 5);
  await waitUntil(() => counts.dropped > 302);
  assert.deepEqual(counts, { sent: 3, dropped: 307 });
  // Another address might be anybody's.
  collector.answer({ status: 307, headers: { location: `${collector.url}/v1/traces` } });
  const before = collector.requests.length;
  add(exporter, 1);
  await waitUntil(() => counts.dropped === 308);
  assert.equal(collector.requests.length, before + 1);
  await exporter.close();
});

test('a collector that never answers or is away costs spans, and neither time nor memory', async (t) => {
  const times = { ...QUICK, answer: 100, closing: 300 };
  const hanging = await open(t, { times });
  hanging.collector.answer(undefined);
  const url = `http://localhost:${await freePort()}/v1/traces`;
  const away = await open(t, { url, times });
  for (const { exporter, counts, said } of [hanging, away]) {
    const from = performance.now();
    add(exporter, 100_000);
    assert.ok(performance.now() - from < 1000, 'spans are queued or dropped without waiting');
    await waitUntil(() => counts.dropped >= 100_000 - BOUND);
    assert.equal(said.length, 1);
    assert.match(said[0] ?? '', /did not answer|too many/);
    const closing = performance.now();
    await exporter.close();
    assert.ok(performance.now() - closing < 5000, 'the node stops all the same');
    assert.deepEqual(counts, { sent: 0, dropped: 100_000 });
  }
});
