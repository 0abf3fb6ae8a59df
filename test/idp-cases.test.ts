// What real identity providers send, and what they demand of the answer: the recorded sequences in
// shared/cases, run by their own runner against a whole service.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { forEachEngine } from './support/engines.ts';
import { ADMIN_PASSWORD } from './support/instance.ts';
import { type Scim, startScim } from './support/scim.ts';

/** Beside the repository, not in it: they are shared with others. */
const FOLDER = new URL('../../shared/cases/', import.meta.url);
const CASES = new URL('idp-cases.json', FOLDER);
const RUNNER = fileURLToPath(new URL('run-idp-cases.mjs', FOLDER));

const count = (): number => {
  assert.ok(
    existsSync(CASES) && existsSync(RUNNER),
    `shared/cases must lie beside the repository: ${fileURLToPath(FOLDER)} is not there`,
  );
  const cases: unknown = JSON.parse(readFileSync(CASES, 'utf8'));
  assert.ok(Array.isArray(cases) && cases.length > 0);
  return cases.length;
};

forEachEngine((engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
  });
  after(() => scim.close());

  test('every case of the identity providers passes, none is left out', async () => {
    const { code, text } = await runCases(scim);
    assert.equal(code, 0, text);
    assert.match(text, new RegExp(`pass: ${count()}, fail: 0, skip: 0`), text);
  });
});

async function runCases(
  scim: Scim,
): Promise<{ readonly code: number | null; readonly text: string }> {
  const { instance, base } = scim;
  const { clientId, clientSecret } = instance.account;
  const reset = await startReset(scim);
  const options = {
    base,
    token: await instance.adminToken(),
    basic: Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64'),
    ccToken: await instance.token(clientId, clientSecret),
    reset: reset.url,
    cases: fileURLToPath(CASES),
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(process.execPath, [RUNNER, ...args, '-v'], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: instance.server.caFile },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.on('error', reject).on('close', resolve);
  try {
    return { code: await promise, text };
  } finally {
    reset.close();
  }
}

/** Some cases want a store with nothing in it that they can see. The product has no such thing; the test has. */
async function startReset(scim: Scim): Promise<{ readonly url: string; close(): void }> {
  const empty = async () => {
    for (const path of ['/Groups', '/Users']) {
      const list = await scim.get(`${path}?attributes=id&count=1000`);
      const found = list.at('Resources');
      for (const { id } of Array.isArray(found) ? found : []) {
        const answer = await scim.call('DELETE', `${path}/${id}`);
        assert.equal(answer.status, 204, answer.text);
      }
    }
  };
  const server = createServer((_request, response) => {
    empty().then(
      () => response.end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() };
}
