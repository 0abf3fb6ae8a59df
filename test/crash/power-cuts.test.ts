// The power fails while people work, at every sync and in between. The possible states of the disk are rebuilt from a
// recording of everything that the server did to its data directory, and are opened by the program itself.
// Nightly: it needs programs that are installed for it.
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { forOneEngine } from '../support/engines.ts';
import { type Random, seeded } from '../support/seeded.ts';
import { Disk } from './disk.ts';
import { NOTHING } from './fates.ts';
import { type Lab, openLab, workUntilLogRestarts } from './lab.ts';
import { type LedgerReceiver, openLedgerReceiver } from './ledger-receiver.ts';
import { chooseMoments, cutPower, faultsAt, report, writeState } from './power-cuts.ts';
import { type Prepared, prepare } from './prepared.ts';
import { createTally } from './tally.ts';

const WORK_MS = 1000;
/** Maximum per recording. */
const STATES = 250;
const SERVER_EVERY = 24;

forOneEngine((engine) => {
  let receiver: LedgerReceiver;
  let prepared: Prepared;
  before(async () => {
    receiver = await openLedgerReceiver();
    prepared = await prepare(engine, receiver);
  });
  after(() => receiver.close());

  async function recordWork(random: Random): Promise<Lab> {
    const lab = await openLab(prepared, receiver);
    try {
      await Promise.all([lab.work(random, WORK_MS), lab.rotateKeys()]);
      await workUntilLogRestarts(lab, random);
    } finally {
      await lab.kill();
    }
    assert.deepEqual(lab.odd, []);
    return lab;
  }

  /** Returns the faults that are found if the disk kept nothing of a file although it reported success. */
  async function faultsWithout(lab: Lab, name: string): Promise<readonly string[]> {
    const entries = lab.recording.entries();
    const files = new Set(entries.flatMap(({ path, file }) => (path === name ? [file] : [])));
    const disk = new Disk(lab.start);
    for (const entry of entries) {
      if (entry.call !== 'sync-end' || !files.has(entry.file)) disk.follow(entry);
    }
    const dataDir = await writeState(lab, disk, NOTHING);
    const faults = await faultsAt(lab, dataDir, lab.recording.length());
    await rm(dataDir, { recursive: true });
    return faults;
  }

  const tally = createTally('power-cut', { small: 24, deep: 5000, step: STATES });
  for (const goal of tally.goals) {
    test(`power cuts while people work, up to ${goal}: everything that was acknowledged is there, whole and once`, async (t) => {
      const states = await tally.reach(goal, async (seed, wanted) => {
        const random = seeded(seed);
        const lab = await recordWork(random);
        const moments = chooseMoments(lab.recording.entries(), Math.min(wanted, STATES), random);
        const cuts = await cutPower(lab, { moments, random, serverEvery: SERVER_EVERY });
        if (cuts.faults.length > 0) assert.fail(report(lab, seed, cuts.faults));
        t.diagnostic(`${cuts.states} power cuts, ${cuts.looked} answers looked for, seed ${seed}`);
        // If no fault is found on a disk that loses data, the tests would find none at all.
        for (const name of ['formstead.db-wal', 'formstead.db']) {
          const faults = await faultsWithout(lab, name);
          assert.ok(faults.length > 0, `${name} need not be synced (seed ${seed})`);
        }
        await rm(lab.folder, { recursive: true });
        return cuts.states;
      });
      t.diagnostic(`${states} power cuts on this commit`);
    });
  }
});
