// What real identity providers send, and what they demand of the answer: the recorded sequences in
// shared/cases, run by their own runner against a whole service.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { forEachEngine } from './support/engines.ts';
import { ADMIN_PASSWORD } from './support/instance.ts';
import { fresh, type Scim, startScim } from './support/scim.ts';

interface Step {
  readonly method: string;
  readonly path: string;
  readonly expect: { readonly json?: Readonly<Record<string, unknown>> };
}
interface Case {
  readonly id: string;
  readonly steps: readonly Step[];
}

/** Beside the repository, not in it: they are shared with others. */
const FOLDER = new URL('../../shared/cases/', import.meta.url);
const CASES = new URL('idp-cases.json', FOLDER);
const RUNNER = fileURLToPath(new URL('run-idp-cases.mjs', FOLDER));

const METHODS = new Set(['GET', 'POST', 'PUT', 'DELETE']);
const ENDPOINT = /^\/(Users|Groups|ServiceProviderConfig|Schemas|ResourceTypes)([/?]|$)/;

/** What a case needs that this service does not have yet; undefined when it can be run. */
function missingFor({ steps }: Case): string | undefined {
  for (const { method, path, expect } of steps) {
    if (!METHODS.has(method)) return method;
    if (!ENDPOINT.test(path) || path.includes('/.search')) return path;
    if (expect.json?.['patch.supported'] === true) return 'patch.supported';
  }
  return undefined;
}

function readCases(): readonly Case[] {
  assert.ok(
    existsSync(CASES) && existsSync(RUNNER),
    `shared/cases must lie beside the repository: ${fileURLToPath(FOLDER)} is not there`,
  );
  return JSON.parse(readFileSync(CASES, 'utf8'));
}

test('the cases that wait for later features are known by name', (t) => {
  const waiting = readCases().filter((each) => missingFor(each) !== undefined);
  for (const each of waiting) t.diagnostic(`left out: ${each.id} (needs ${missingFor(each)})`);
  assert.ok(waiting.length < readCases().length / 2);
});

forEachEngine((engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
  });
  after(() => scim.close());

  test('every case of the identity providers that uses only what exists passes', async (t) => {
    const cases = readCases();
    const possible = cases.filter((each) => missingFor(each) === undefined);
    const output = await runCases(scim, possible);
    assert.equal(output.code, 0, output.text);
    assert.match(
      output.text,
      new RegExp(`pass: ${possible.length}, fail: 0, skip: 0`),
      output.text,
    );
    t.diagnostic(`${possible.length} of ${cases.length} cases passed`);
  });
});

async function runCases(
  scim: Scim,
  cases: readonly Case[],
): Promise<{ readonly code: number | null; readonly text: string }> {
  const { instance, base } = scim;
  const file = join(instance.services.settings.server.dataDir, `${fresh('cases')}.json`);
  writeFileSync(file, JSON.stringify(cases));
  const reset = await startReset(scim);
  const options = {
    base,
    token: await instance.adminToken(),
    basic: Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64'),
    reset: reset.url,
    cases: file,
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
