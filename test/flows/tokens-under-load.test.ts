// Requests continue while everything that they depend on is replaced: signing key, encryption key, certificate. `npm
// run test:deep` sends a hundred thousand of them, and measures 4,000 pairs of wrong secrets.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makePair } from '../support/certificates.ts';
import { forEachEngine } from '../support/engines.ts';
import { createTestClock, startInstance } from '../support/instance.ts';
import { assertSameTime, IS_DEEP, openSender, type Sent, timesInTurn } from '../support/timing.ts';

const REQUESTS = IS_DEEP ? 100_000 : 1000;
const PAIRS = 4000;
const WORKERS = 16;
/** Requests per token. */
const PER_TOKEN = 25;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const tokenForm = (clientId: string, clientSecret: string): string =>
  new URLSearchParams({
    grant_type: 'client_credentials',
    scope: 'public_api',
    client_id: clientId,
    client_secret: clientSecret,
  }).toString();

forEachEngine((engine) => {
  test(`check 12: ${REQUESTS} requests across rotations of both keys and of the certificate, none fails`, async (t) => {
    const storage = await engine.fresh();
    const clock = createTestClock();
    const files = { cert: join(storage.dataDir, 'c.pem'), key: join(storage.dataDir, 'k.pem') };
    const pairs = [
      await makePair(clock.now(), ['localhost']),
      await makePair(clock.now(), ['localhost']),
    ];
    const put = async (pair = pairs[0]) => {
      await writeFile(files.key, pair?.key ?? '');
      await writeFile(files.cert, pair?.cert ?? '');
    };
    await put();
    const node = await startInstance(engine, {
      storage,
      clock,
      env: { FORMSTEAD_TLS_CERT_FILE: files.cert, FORMSTEAD_TLS_KEY_FILE: files.key },
    });
    const ca = pairs.map((pair) => pair.ca);
    const { send, close } = openSender(node, { ca, sockets: WORKERS });
    t.after(async () => {
      close();
      await node.close();
    });
    const { clientId, clientSecret } = node.account;
    let left = REQUESTS;
    const failures: string[] = [];
    const note = ({ status, text }: Sent): string => {
      if (status !== 200) failures.push(`${status} ${text.slice(0, 200)}`);
      return text;
    };
    const work = async (): Promise<void> => {
      while (left > 0) {
        left -= PER_TOKEN;
        const answer = note(
          await send('POST', '/connect/token', FORM, tokenForm(clientId, clientSecret)),
        );
        const authorization = `Bearer ${JSON.parse(answer).access_token}`;
        for (let i = 1; i < PER_TOKEN; i += 1) {
          note(await send('GET', '/v2/formz?pageSize=1', { authorization }));
        }
      }
    };
    const replacements = [
      () => node.services.ring.rotate('sig'),
      () => node.services.ring.rotate('enc'),
      async () => {
        await put(pairs[1]);
        await node.server.reload();
      },
      () => node.services.ring.rotate('both'),
    ];
    const replace = async (): Promise<void> => {
      for (const [i, next] of replacements.entries()) {
        const at = REQUESTS * (1 - (i + 1) / (replacements.length + 1));
        while (left > at) await new Promise((resolve) => setTimeout(resolve, 5));
        await next();
      }
    };
    await Promise.all([replace(), ...Array.from({ length: WORKERS }, work)]);
    assert.deepEqual(failures, []);
    assert.equal((await node.services.ring.list()).length, 6);
  });

  if (!IS_DEEP) return;

  test(`check 4: known and unknown clients, ${PAIRS} interleaved pairs, differ by less than 2 % in the median`, async (t) => {
    const node = await startInstance(engine);
    const { send, close } = openSender(node, { ca: [node.ca], sockets: 1 });
    t.after(async () => {
      close();
      await node.close();
    });
    const ids = [
      node.account.clientId,
      ...['acme', 'nobody'].map((code) => `${code}-${node.services.ids.next()}`),
    ];
    const asks = ids.map((id) => async () => {
      const { status } = await send('POST', '/connect/token', FORM, tokenForm(id, 'fsk_wrong'));
      assert.equal(status, 401);
    });
    const times = await timesInTurn(asks, { turns: PAIRS, warmUp: 200 });
    const names = ['a known client', 'an unknown one', 'one of no account'];
    assertSameTime(times, names, (line) => t.diagnostic(line));
  });
});
