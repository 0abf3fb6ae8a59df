// The log of a service that nobody uses stays small: scrapes and health checks are lines for debugging only.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forOneEngine } from './support/engines.ts';
import { startInstance } from './support/instance.ts';
import { waitUntil } from './support/wait-until.ts';

const TOKEN = 'a-metrics-token-of-forty-characters-1234';
/** Prometheus asks every 15 seconds, a container every 30, a load balancer every 2. */
const ASKED_PER_DAY = 86_400 / 15 + 86_400 / 30 + 86_400 / 2;
const INFO = 30;

forOneEngine((engine) => {
  test('scrapes and health checks leave less than 1 MB a day in the log, unless they fail', async () => {
    const node = await startInstance(engine, { env: { FORMSTEAD_METRICS_TOKEN: TOKEN } });
    const bytesOf = (least: number): number =>
      node.logs
        .map((line) => ({ line, ...(JSON.parse(line) as { level: number; msg: string }) }))
        .filter(({ level, msg }) => msg === 'request' && level >= least)
        .reduce((sum, { line }) => sum + line.length, 0);
    const before = bytesOf(INFO);
    const times = 30;
    for (let i = 0; i < times; i += 1) {
      for (const path of ['/metrics', '/healthz', '/readyz']) {
        const { status } = await node.request('GET', path, { token: TOKEN });
        assert.equal(status, 200);
      }
    }
    await waitUntil(() => bytesOf(0) > times * 3 * 100);
    const perDay = ((bytesOf(INFO) - before) / (times * 3)) * ASKED_PER_DAY;
    assert.ok(perDay < 1_000_000, `${Math.round(perDay)} bytes a day`);
    const refused = await node.request('GET', '/metrics', { token: 'wrong' });
    assert.equal(refused.status, 401);
    await waitUntil(() => bytesOf(INFO) > before);
    await node.close();
  });
});
