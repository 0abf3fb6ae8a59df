// The unit that is shipped is valid, as hardened as the manual says, and names settings that exist. In
// `npm run test:deep`, Debian's systemd reads it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SETTINGS_REFERENCE } from '#config/settings.ts';
import { folder } from './support/command-line.ts';
import { findProgram } from './support/debian-programs.ts';
import { deepTest } from './support/timing.ts';

const UNIT = 'deploy/formstead.service';

test('the unit for systemd sets what Formstead reads, and can be written where its data is', () => {
  const text = readFileSync(UNIT, 'utf8');
  const known = SETTINGS_REFERENCE.flatMap(({ settings }) =>
    settings.flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name])),
  );
  const named = [...text.matchAll(/\b(FORMSTEAD_[A-Z_]+)=/g)].map(([, name = '']) => name);
  assert.ok(named.includes('FORMSTEAD_DATA_DIR'));
  for (const name of named) if (name !== 'FORMSTEAD_NAME') assert.ok(known.includes(name), name);
  assert.match(text, /^StateDirectory=formstead$/m);
  assert.match(text, /^Environment=FORMSTEAD_DATA_DIR=\/var\/lib\/formstead$/m);
});

deepTest('systemd takes the unit, and its score is the one that the manual tells', async (t) => {
  const program = findProgram('systemd-analyze');
  const path = join(await folder(t), 'formstead.service');
  // It looks for the program, which is not installed here.
  writeFileSync(path, readFileSync(UNIT, 'utf8').replace('/usr/local/bin/formstead', '/bin/true'));
  const verified = spawnSync(program, ['verify', path], { encoding: 'utf8' });
  assert.deepEqual([verified.status, verified.stderr], [0, '']);
  const args = ['security', '--offline=true', '--no-pager', path];
  const { stdout } = spawnSync(program, args, { encoding: 'utf8' });
  const [, score] = /Overall exposure level for formstead\.service: (\d+\.\d)/.exec(stdout) ?? [];
  assert.ok(score !== undefined, stdout);
  const [, told] =
    /exposure level of (\d+\.\d)/.exec(readFileSync('docs/operations.md', 'utf8')) ?? [];
  assert.equal(score, told);
});
