// The power fails while a service is set up: afterwards there is no account, or a complete one.
// Nightly: it needs programs that are installed for it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { commandLine } from '../support/command-line.ts';
import { seeded } from '../support/seeded.ts';
import { IS_DEEP } from '../support/timing.ts';
import { Disk } from './disk.ts';
import { chooseFate } from './fates.ts';
import { chooseMoments } from './power-cuts.ts';
import { createRecording } from './recorder.ts';

const STATES = IS_DEEP ? 500 : 12;
const SEED = Number(process.env['TEST_CRASH_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const SET_UP = ['setup', '--account', 'Acme', '--user-name', 'ada', '--json'];

test('power cuts during the first start: a service that was set up is there, any other can be set up', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'formstead-crash-'));
  const [start, dataDir, state] = ['start', 'data', 'state'].map((name) => join(folder, name));
  assert.ok(start && dataDir && state);
  await mkdir(start);
  await mkdir(dataDir, { mode: 0o700 });
  const recording = createRecording(folder, dataDir);
  const env = { ...recording.env, FORMSTEAD_DATA_DIR: dataDir };
  await promisify(execFile)(process.execPath, ['src/cli.ts', ...SET_UP], { env });
  const setUpAt = recording.entries().length - 1;

  const random = seeded(SEED);
  const moments = chooseMoments(recording.entries(), STATES, random);
  const disk = new Disk(start);
  for (const [index, entry] of recording.entries().entries()) {
    disk.follow(entry);
    for (let again = moments.get(index) ?? 0; again > 0; again -= 1) {
      const fate = chooseFate(random);
      await mkdir(state, { mode: 0o700 });
      disk.writeTo(state, fate);
      const about = `cut ${index} with ${fate.name}, TEST_CRASH_SEED=${SEED}`;
      await requireWhole(state, index === setUpAt, about);
      await rm(state, { recursive: true });
    }
  }
  t.diagnostic(`${STATES} power cuts, seed ${SEED}`);
  await rm(folder, { recursive: true });
});

async function requireWhole(dataDir: string, isTold: boolean, about: string): Promise<void> {
  const formstead = commandLine({ FORMSTEAD_DATA_DIR: dataDir });
  const accounts = async (): Promise<unknown> => {
    const listed = await formstead('account', 'list', '--json');
    return listed.code === 0 ? listed.json(0, 'name') : undefined;
  };
  const found = await accounts();
  if (isTold) assert.equal(found, 'Acme', about);
  if (found === undefined) {
    const again = await formstead(...SET_UP);
    assert.equal(again.code, 0, `${about}: ${again.stderr}`);
  }
  assert.equal(await accounts(), 'Acme', about);
  const verified = await formstead('audit', 'verify', '--json');
  assert.equal(verified.json('intact'), true, `${about}: ${verified.stdout}`);
}
