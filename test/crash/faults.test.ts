// The disk fails under a working server, once or for a while. Afterwards nothing acknowledged is missing, and every
// answer was correct.
// Nightly: it needs programs that are installed for it.
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { forOneEngine } from '../support/engines.ts';
import { seeded } from '../support/seeded.ts';
import { chooseRules, faultsAfter, injectFaults } from './faults.ts';
import { type Lab, openLab, workUntilLogRestarts } from './lab.ts';
import { type LedgerReceiver, openLedgerReceiver } from './ledger-receiver.ts';
import { type Prepared, prepare } from './prepared.ts';
import type { Rule } from './recorder.ts';
import { createTally } from './tally.ts';

/** Leases are written every two seconds. */
const NOTICED_WITHIN_MS = 10_000;

interface Outage {
  readonly name: string;
  readonly rules: readonly Rule[];
  /** Whether /readyz reports it, because all writes fail or soon will. */
  readonly isTold: boolean;
}

const FULL: readonly Rule[] = ['grow * 1 0 ENOSPC', 'room * 1 0 ENOSPC'];

/** Each ends when the disk works again. */
const OUTAGES: readonly Outage[] = [
  { name: 'full', rules: FULL, isTold: true },
  {
    name: 'read-only',
    rules: ['write * 1 0 EROFS', 'open * 1 0 EROFS', 'mkdir * 1 0 EROFS', 'unlink * 1 0 EROFS'],
    isTold: true,
  },
  {
    // Open files stay open; only attached and read files need more descriptors.
    name: 'no descriptors',
    rules: ['open * 1 0 EMFILE', 'look * 1 0 EMFILE'],
    isTold: false,
  },
  { name: '5 ms for a sync', rules: ['sync * 1 0 5'], isTold: false },
];

forOneEngine((engine) => {
  let receiver: LedgerReceiver;
  let prepared: Prepared;
  before(async () => {
    receiver = await openLedgerReceiver();
    prepared = await prepare(engine, receiver);
  });
  after(() => receiver.close());

  const tally = createTally('fault', { small: 3, deep: 1000, step: 50 });
  for (const goal of tally.goals) {
    test(`calls to the disk fail one at a time, up to ${goal}: nothing acknowledged is missing, then or after a power cut`, async (t) => {
      const injected = await tally.reach(goal, async (seed, wanted) => {
        const rules = chooseRules(wanted, seeded(seed));
        const { happened, faults, report } = await injectFaults(
          { prepared, receiver },
          rules,
          seed,
        );
        if (faults.length > 0) assert.fail(report);
        t.diagnostic(happened.join(', '));
        return happened.length;
      });
      t.diagnostic(`${injected} faults on this commit`);
    });
  }

  const statusOf = async (lab: Lab): Promise<number> =>
    (await lab.server.request('GET', '/readyz', { token: null })).status;

  async function untilReadyz(lab: Lab, wanted: number): Promise<void> {
    for (let waited = 0; (await statusOf(lab)) !== wanted; waited += 100) {
      assert.ok(waited < NOTICED_WITHIN_MS, `/readyz is not ${wanted}`);
      await sleep(100);
    }
  }

  const toldIn = ({ ledger }: Lab): number => ledger.toldBy(Number.POSITIVE_INFINITY);

  test('a log that can’t be moved into the database file is told by /readyz, and no power cut afterwards loses anything', async () => {
    const random = seeded(2);
    const lab = await openLab(prepared, receiver);
    try {
      lab.recording.setRules(['sync formstead.db 1 1 EIO']);
      await workUntilLogRestarts(lab, random);
      assert.equal(await statusOf(lab), 503);
    } finally {
      await lab.kill();
    }
    assert.deepEqual(lab.odd, []);
    assert.deepEqual(await faultsAfter(lab, random), []);
    await rm(lab.folder, { recursive: true });
  });

  test('a full disk that still has room in the log of SQLite is told by /readyz before the first write fails; full, read-only, slow or without descriptors it loses nothing, answers 503 in its form, and goes on by itself; a failed sync is told until a restart', async () => {
    const random = seeded(1);
    const lab = await openLab(prepared, receiver);
    try {
      // From now on, the log does not grow.
      await workUntilLogRestarts(lab, random);
      lab.recording.setRules(FULL);
      await untilReadyz(lab, 503);
      for (const { name, rules, isTold } of OUTAGES) {
        lab.recording.setRules(rules);
        const working = lab.work(random, 600, `${name}-`);
        await untilReadyz(lab, isTold ? 503 : 200);
        await working;
        lab.recording.setRules([]);
        await untilReadyz(lab, 200);
        const told = toldIn(lab);
        await lab.work(random, 200, `after ${name}-`);
        assert.ok(toldIn(lab) > told, `${name}: nothing is written again`);
      }
      lab.recording.setRules(['sync * 1 0 EIO']);
      await Promise.all([lab.work(random, 600, 'failed-'), untilReadyz(lab, 503)]);
      lab.recording.setRules([]);
      const told = toldIn(lab);
      await lab.work(random, 200, 'refused-');
      assert.equal(await statusOf(lab), 503);
      assert.equal(toldIn(lab), told, 'a disk that failed a sync is trusted again');
    } finally {
      await lab.kill();
    }
    assert.deepEqual(lab.odd, []);
    assert.deepEqual(await faultsAfter(lab, random), []);
    await rm(lab.folder, { recursive: true });
  });
});
