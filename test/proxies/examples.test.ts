// The proxies of docs/https.md in front of Formstead: requests arrive, health checks work, and clients do not
// notice when a node goes away.
// Nightly: it needs programs that are installed for it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type EngineInstance, forEachEngine } from '../support/engines.ts';
import { freePort } from '../support/free-port.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { waitUntil } from '../support/wait-until.ts';
import { ask, CLIENT, type RunningProxy, startProxy } from './run-proxy.ts';

/** Enough that each of two nodes would get some. */
const ROUND = 10;

for (const program of ['nginx', 'haproxy', 'caddy'] as const) {
  describe(`behind ${program}`, () => {
    forEachEngine((engine) => {
      let storage: EngineInstance;
      let proxy: RunningProxy;
      let first: Instance;
      let second: Instance | undefined;
      let authorization: string;
      const start = (port: number): Promise<Instance> =>
        startInstance(engine, {
          storage,
          ...(first && { account: first.account }),
          env: {
            FORMSTEAD_PORT: String(port),
            FORMSTEAD_TRUSTED_PROXIES: '127.0.0.1',
            FORMSTEAD_PUBLIC_URL: 'https://forms.example.org',
          },
        });
      before(async () => {
        storage = await engine.fresh('any');
        const ports = [await freePort(), await freePort()] as const;
        first = await start(ports[0]);
        // With SQLite there is one node, so the other address is down from the beginning.
        if (engine.name === 'postgres') second = await start(ports[1]);
        proxy = await startProxy(program, ports);
        if (program !== 'nginx') await waitUntil(() => nodes().every(wasChecked));
        authorization = `Bearer ${await fetchToken()}`;
      });
      after(async () => {
        await proxy?.stop();
        await second?.close();
        if (!isFirstClosed) await first?.close();
      });
      let isFirstClosed = false;

      const nodes = () => (second ? [first, second] : [first]);
      const requestsOf = (node: Instance, path: string): readonly { ip: string }[] =>
        node.logs.map((line) => JSON.parse(line)).filter((entry) => entry.path === path);
      // HAProxy removes a node at its second refusal, and both proxies assume at first that all nodes are up.
      const wasChecked = (node: Instance): boolean => requestsOf(node, '/readyz').length >= 3;

      const fetchToken = async (): Promise<string> => {
        const { clientId, clientSecret } = first.account;
        const form = {
          grant_type: 'client_credentials',
          scope: 'public_api',
          client_id: clientId,
          client_secret: clientSecret,
        };
        const answer = await ask(proxy, {
          method: 'POST',
          path: '/connect/token',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(form).toString(),
        });
        assert.equal(answer.status, 200, answer.text);
        return JSON.parse(answer.text).access_token;
      };
      const list = () => ask(proxy, { path: '/v2/formz', headers: { authorization } });
      const round = async (): Promise<void> => {
        for (let i = 0; i < ROUND; i++) {
          const { status, text } = await list();
          assert.equal(status, 200, text);
        }
      };
      const listedBy = (node: Instance) => requestsOf(node, '/v2/formz');

      test('requests arrive with the address of the client, whatever the client claims', async () => {
        await round();
        const lies = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http' };
        const { status } = await ask(proxy, {
          path: '/v2/formz',
          headers: { authorization, ...lies },
        });
        assert.equal(status, 200);
        const seen = nodes().flatMap(listedBy);
        assert.equal(seen.length, ROUND + 1);
        assert.deepEqual([...new Set(seen.map(({ ip }) => ip))], [CLIENT]);
      });

      if (engine.name === 'postgres') {
        test('a node that is about to stop goes out without a failed request', async () => {
          first.server.beginDrain();
          if (program !== 'nginx') {
            await waitUntil(async () => {
              const before = listedBy(first).length;
              await round();
              return listedBy(first).length === before;
            });
          }
          isFirstClosed = true;
          await first.close();
          await round();
        });
      } else {
        test('a node that is not ready, and the only one, is asked nothing more', async () => {
          first.server.beginDrain();
          if (program === 'nginx') await round();
          else await waitUntil(async () => (await list()).status === 503);
        });
      }
    });
  });
}
