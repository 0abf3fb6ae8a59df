// Limits apply to the whole deployment, not to a node; and a locked-out user stays locked out after a restart.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockSize } from '#http/quota.ts';
import { forEachEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { IS_DAILY } from '../support/timing.ts';

const API = 300;
const SCIM = 1800;
const TOKENS = 25;
const SIGN_INS = 10;

forEachEngine((engine) => {
  const startTwo = async (t: { after(work: () => Promise<void>): void }) => {
    const storage = await engine.fresh('any');
    const env = {
      FORMSTEAD_LIMIT_API: String(API),
      FORMSTEAD_LIMIT_SCIM: String(SCIM),
      FORMSTEAD_LIMIT_TOKEN_PER_ADDRESS: String(TOKENS),
      FORMSTEAD_LIMIT_SIGN_IN: String(SIGN_INS),
    };
    const one = await startInstance(engine, { storage, env });
    t.after(() => one.close());
    const two = await startInstance(engine, { storage, env, account: one.account });
    t.after(() => two.close());
    return [one, two] as const;
  };
  const statusOf = async (node: Instance, path: string): Promise<number> =>
    (await node.request('GET', path)).status;

  /** Sends to both nodes in turn, some requests at a time. @returns how many were not refused */
  async function passed(
    nodes: readonly Instance[],
    requests: number,
    send: (node: Instance) => Promise<number>,
  ): Promise<number> {
    let count = 0;
    for (let sent = 0; sent < requests; sent += 40) {
      const batch = Array.from({ length: Math.min(40, requests - sent) }, async (_, i) => {
        const node = nodes[i % nodes.length];
        return node && (await send(node)) !== 429;
      });
      count += (await Promise.all(batch)).filter(Boolean).length;
    }
    return count;
  }

  if (engine.name === 'postgres') {
    test('two nodes on one PostgreSQL let no more through together than one would', async (t) => {
      const nodes = await startTwo(t);
      for (const node of nodes) await node.adminToken();
      for (const [path, name, quota] of [
        ['/v2/formz', 'api', API],
        // Blocks of both are taken in the same way, and 1,800 requests take long.
        ...(IS_DAILY ? [] : [['/scim/v2/ServiceProviderConfig', 'scim', SCIM] as const]),
      ] as const) {
        const through = await passed(nodes, quota + 120, (node) => statusOf(node, path));
        const slack = nodes.length * blockSize({ name, quota, windowSeconds: 60 }, quota);
        assert.ok(through <= quota && through >= quota - slack, `${name}: ${through} of ${quota}`);
      }
    });

    test('two nodes count each token request and each sign-in, exactly', async (t) => {
      const nodes = await startTwo(t);
      const [{ account }] = nodes;
      const tokens = await passed(nodes, 80, async (node) => {
        const form = `grant_type=client_credentials&scope=public_api&client_id=${account.clientId}&client_secret=${account.clientSecret}`;
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        return (await node.request('POST', '/connect/token', { body: form, headers, token: null }))
          .status;
      });
      assert.equal(tokens, TOKENS);
      const signIns = await passed(nodes, 40, async (node) => {
        const answer = await node.request('POST', '/app/v1/session', {
          body: { userName: 'admin', password: 'wrong' },
          headers: { 'sec-fetch-site': 'same-origin' },
          token: null,
        });
        return answer.status;
      });
      assert.equal(signIns, SIGN_INS);
    });
  }

  test('check 21: failures on one node lock on the other one too, and after a restart', async (t) => {
    const nodes = await startTwo(t);
    const [one, two] = nodes;
    const basic = async (node: Instance, password: string): Promise<number> => {
      const text = Buffer.from(`admin:${password}`).toString('base64');
      const headers = { authorization: `Basic ${text}` };
      return (await node.request('GET', '/v2/formz', { token: null, headers })).status;
    };
    for (let i = 0; i < 5; i += 1) assert.equal(await basic(one, 'wrong'), 401);
    two.clock.advance(-30_000);
    assert.equal(await basic(two, ADMIN_PASSWORD), 401);
    two.clock.advance(33_000);
    assert.equal(await basic(two, ADMIN_PASSWORD), 200);
  });
});
