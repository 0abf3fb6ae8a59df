// Runs the recorded request sequences of real identity providers (shared/cases) with their own runner. They are next to
// the repository, not in it, because other projects use them, too.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Instance } from './instance.ts';

const FOLDER = new URL('../../../shared/cases/', import.meta.url);
const CASES = new URL('idp-cases.json', FOLDER);
const RUNNER = fileURLToPath(new URL('run-idp-cases.mjs', FOLDER));

/** Returns the number of cases. */
export function countCases(): number {
  assert.ok(
    existsSync(CASES) && existsSync(RUNNER),
    `shared/cases must lie beside the repository: ${fileURLToPath(FOLDER)} is not there`,
  );
  const cases: unknown = JSON.parse(readFileSync(CASES, 'utf8'));
  assert.ok(Array.isArray(cases) && cases.length > 0);
  return cases.length;
}

/** Runs the cases whose id contains `only`, or all; `options` are those of the runner. */
export async function runCases(
  { server }: Pick<Instance, 'server'>,
  options: { readonly token: string } & Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly text: string }> {
  const base = `${server.publicUrl}/scim/v2`;
  const given = Object.entries({ base, cases: fileURLToPath(CASES), ...options });
  const args = given.flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(process.execPath, [RUNNER, ...args, '-v'], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: server.caFile },
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
  return { code: await promise, text };
}
