// Nightly: it sends hundreds of requests.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forOneEngine } from '../../test/support/engines.ts';
import {
  ADMIN_PASSWORD,
  type Answer,
  type Instance,
  startInstance,
} from '../../test/support/instance.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { shareOf } from './log-sampling.ts';

/** The request lines of a log, by request id. */
const requestsIn = (logs: readonly string[]) =>
  new Map(
    logs
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'request')
      .map((line) => [line['requestId'], line]),
  );

test('what is slow, failed or out of the ordinary is logged whatever the share', () => {
  const usual = { status: 200, ms: 20, endpoint: undefined, fields: undefined };
  const sampling = { share: 0.1, slowMs: 500 };
  assert.equal(shareOf(sampling, usual), 0.1);
  assert.equal(shareOf(sampling, { ...usual, status: 304, ms: 499 }), 0.1);
  assert.equal(shareOf(sampling, { ...usual, ms: 500 }), 1);
  assert.equal(shareOf(sampling, { ...usual, status: 400 }), 1);
  assert.equal(shareOf(sampling, { ...usual, fields: { skippedMembers: 2 } }), 1);
  assert.equal(shareOf(sampling, { ...usual, fields: { operations: 9, failed: 1 } }), 1);
  assert.equal(shareOf(sampling, { ...usual, fields: { operations: 9, failed: 0 } }), 0.1);
  assert.equal(shareOf(undefined, usual), 1);
});

forOneEngine((engine) => {
  let instance: Instance;
  before(async () => {
    // No request is slow, however busy this machine is.
    const env = { FORMSTEAD_LOG_SAMPLE: '0.25', FORMSTEAD_LOG_SLOW_MS: '3600000' };
    instance = await startInstance(engine, { env });
  });
  after(() => instance.close());
  /** The lines of token requests that stand for others. */
  const rated = () =>
    [...requestsIn(instance.logs).values()].filter(
      ({ path, sampleRate }) => path === '/connect/token' && sampleRate === 0.25,
    );
  const lineOf = ({ headers }: Answer) => requestsIn(instance.logs).get(headers['x-request-id']);

  test('that share of the successes is logged, by the id of the request, and can be scaled', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 400; i += 1) {
      const { status, headers } = await instance.request('GET', '/v2/formz');
      assert.equal(status, 200);
      ids.push(headers['x-request-id'] ?? '');
    }
    // A line is written once its answer has ended, which the client may notice a moment before.
    const last = await instance.request('GET', '/v2/formz', { token: 'wrong' });
    await waitUntil(() => lineOf(last) !== undefined);
    const logged = requestsIn(instance.logs);
    const kept = ids.filter((id) => logged.has(id));
    const expected = ids.filter((id) => Number.parseInt(id.slice(-12), 16) / 16 ** 12 < 0.25);
    assert.deepEqual(kept, expected);
    assert.ok(kept.length > 50 && kept.length < 160, `${kept.length} of 400`);
    for (const id of kept) assert.equal(logged.get(id)?.['sampleRate'], 0.25);
  });

  test('tokens are sampled like other requests: the audit log has each of them', async () => {
    const { clientId, clientSecret } = instance.account;
    for (let i = 0; i < 40; i += 1) await instance.token(clientId, clientSecret);
    await waitUntil(() => rated().length > 0);
    assert.ok(rated().length < 40);
  });

  test('errors, sign-ins and changes by admins are all logged, without a rate', async () => {
    const headers = { origin: instance.baseUrl };
    for (let i = 0; i < 10; i += 1) {
      const wrong = await instance.request('GET', '/v2/formz', { token: 'wrong' });
      const body = { userName: 'admin', password: ADMIN_PASSWORD };
      const call = { token: null, headers, body };
      const signedIn = await instance.request('POST', '/app/v1/session', call);
      const [cookie = ''] = (signedIn.headers['set-cookie'] ?? '').split(';');
      const changed = await instance.request('POST', '/app/v1/groups', {
        token: null,
        headers: { ...headers, cookie },
        body: { displayName: `Group ${i}` },
      });
      assert.deepEqual([wrong.status, signedIn.status, changed.status], [401, 201, 201]);
      for (const answer of [wrong, signedIn, changed]) {
        await waitUntil(() => lineOf(answer) !== undefined);
        assert.equal(lineOf(answer)?.['status'], answer.status);
        assert.equal(lineOf(answer)?.['sampleRate'], undefined);
      }
    }
  });
});
