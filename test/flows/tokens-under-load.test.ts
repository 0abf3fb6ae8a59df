// Requests go on while everything they depend on is replaced: signing key, encryption key, certificate.
// With `npm run test:deep` a hundred thousand of them, and the time of 4,000 pairs of wrong secrets.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { Agent, request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { test } from 'node:test';
import { makePair } from '../support/certificates.ts';
import { forEachEngine } from '../support/engines.ts';
import { createTestClock, type Instance, startInstance } from '../support/instance.ts';

const IS_DEEP = process.env['TEST_DEEP'] !== undefined;
const REQUESTS = IS_DEEP ? 100_000 : 1000;
const PAIRS = 4000;
const WORKERS = 16;
/** So many requests with one token, then a new one. */
const PER_TOKEN = 25;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

interface Sent {
  readonly status: number;
  readonly text: string;
}

type Send = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
) => Promise<Sent>;

/** Over connections that stay open: a certificate must not end them. */
function sender(node: Instance, ca: readonly string[]): { readonly send: Send; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: WORKERS, ca: [...ca] });
  return {
    close: () => agent.destroy(),
    send(method, path, headers, body) {
      const { promise, resolve, reject } = Promise.withResolvers<Sent>();
      const url = new URL(path, node.baseUrl);
      const request = httpsRequest(url, { method, agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode ?? 0, text });
        });
      });
      request.on('error', reject);
      request.end(body);
      return promise;
    },
  };
}

const tokenForm = (clientId: string, clientSecret: string): string =>
  new URLSearchParams({
    grant_type: 'client_credentials',
    scope: 'public_api',
    client_id: clientId,
    client_secret: clientSecret,
  }).toString();

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

forEachEngine((engine) => {
  test(`check 12: ${REQUESTS} requests across rotations of both keys and of the certificate, none fails`, async (t) => {
    const place = await engine.fresh();
    const clock = createTestClock();
    const files = { cert: join(place.dataDir, 'c.pem'), key: join(place.dataDir, 'k.pem') };
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
      place,
      clock,
      env: { FORMSTEAD_TLS_CERT_FILE: files.cert, FORMSTEAD_TLS_KEY_FILE: files.key },
    });
    const { send, close } = sender(
      node,
      pairs.map(({ ca }) => ca),
    );
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
    const { send, close } = sender(node, [node.ca]);
    t.after(async () => {
      close();
      await node.close();
    });
    const ids = [
      node.account.clientId,
      ...['acme', 'nobody'].map((code) => `${code}-${node.services.ids.next()}`),
    ];
    const [known = [], ...unknown] = await timesOf(
      send,
      ids.map((id) => tokenForm(id, 'fsk_wrong')),
    );
    for (const each of unknown) {
      // Of the differences within a pair: what else the machine does meanwhile hits both.
      const gap = median(known.map((ms, i) => ms - (each[i] ?? 0))) / median(known);
      assert.ok(Math.abs(gap) < 0.02, `${(gap * 100).toFixed(2)} % of ${median(known)} ms`);
    }
  });
});

/** Milliseconds that each of some token requests takes, asked in turn. */
async function timesOf(
  send: Send,
  forms: readonly string[],
): Promise<readonly (readonly number[])[]> {
  const times = forms.map(() => Array.of<number>());
  const time = async (at: number): Promise<void> => {
    const startedAt = performance.now();
    const { status } = await send('POST', '/connect/token', FORM, forms[at]);
    times[at]?.push(performance.now() - startedAt);
    assert.equal(status, 401);
  };
  const order = [...forms.keys()];
  for (let i = 0; i < 500; i += 1) await time(0);
  times[0] = [];
  for (let i = 0; i < PAIRS; i += 1) {
    // Each may go first: what comes later finds warm caches.
    for (const at of i % 2 ? order : order.toReversed()) await time(at);
  }
  return times;
}
