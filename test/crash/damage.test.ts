// A page of the database file is damaged while the service is down. The service may refuse to start, or answer 503 when
// it reads the page, but never answers with an internal error.
// Nightly: it needs programs that are installed for it.
import assert from 'node:assert/strict';
import { randomFillSync } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { forOneEngine } from '../support/engines.ts';
import { killedServer } from '../support/killed-server.ts';
import { between, seeded } from '../support/seeded.ts';
import { IS_DEEP } from '../support/timing.ts';
import { type Lab, openLab } from './lab.ts';
import { faultsAt } from './power-cuts.ts';
import { prepare } from './prepared.ts';
import { isOutage } from './recorded-requests.ts';

const PAGE = 4096;
const PAGES = IS_DEEP ? 100 : 2;
const SEED = Number(process.env['TEST_CRASH_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

forOneEngine((engine) => {
  test('a damaged page is answered with 503 at most, and never with a fault of ours', async () => {
    const random = seeded(SEED);
    const lab = await openLab(await prepare(engine));
    await lab.work(random, 400);
    await lab.server.kill();
    // Opens and closes the database, which leaves all data in one file.
    assert.deepEqual(await faultsAt(lab, lab.prepared.dataDir, lab.recording.length()), []);
    const whole = readFileSync(join(lab.prepared.dataDir, 'formstead.db'));
    for (let turn = 0; turn < PAGES; turn += 1) {
      const page = between(random, 1, whole.length / PAGE - 1);
      const dataDir = join(lab.folder, 'damaged');
      cpSync(lab.prepared.dataDir, dataDir, { recursive: true });
      const damaged = Buffer.from(whole);
      randomFillSync(damaged, page * PAGE, PAGE);
      writeFileSync(join(dataDir, 'formstead.db'), damaged);
      const about = `page ${page}, TEST_CRASH_SEED=${SEED}`;
      assert.deepEqual(await oddAnswers(lab, dataDir), [], about);
      rmSync(dataDir, { recursive: true });
    }
    rmSync(lab.folder, { recursive: true });
  });
});

async function oddAnswers({ prepared }: Lab, dataDir: string): Promise<readonly string[]> {
  const env = { ...prepared.env, FORMSTEAD_DATA_DIR: dataDir };
  const server = killedServer(env);
  const { token, templateId } = prepared;
  const asked = [
    ['GET', '/scim/v2/Users?count=200', undefined],
    ['GET', '/v2/formz', undefined],
    ['POST', '/scim/v2/Users', { userName: 'later' }],
    ['POST', '/v2/formz', { templateId }],
  ] as const;
  try {
    await server.start();
  } catch (error) {
    return /\n\s+at /.test(String(error)) ? [String(error)] : [];
  }
  const odd: string[] = [];
  for (const [method, path, body] of asked) {
    const answer = await server.request(method, path, { token, body });
    const isFine = answer.status < 300 || isOutage(answer, path);
    if (!isFine) odd.push(`${method} ${path}: ${answer.status} ${answer.text}`);
  }
  await server.kill();
  return odd;
}
