// One call of the server to its disk fails, at a random moment under load.
import { rm } from 'node:fs/promises';
import { between, oneOf, type Random } from '../support/seeded.ts';
import { Disk } from './disk.ts';
import { chooseFate, NOTHING } from './fates.ts';
import { type Lab, openLab, workUntilLogRestarts } from './lab.ts';
import { faultsAt, report, writeState } from './power-cuts.ts';
import type { Prepared } from './prepared.ts';
import type { Rule } from './recorder.ts';

/** A call, a pattern of paths, and about how many of such calls there are while people work. */
const TARGETS = [
  ['write', 'formstead.db-wal', 700],
  ['sync', 'formstead.db-wal', 15],
  ['write', 'formstead.db', 100],
  ['sync', 'formstead.db', 1],
  ['write', 'files/*', 1],
  ['sync', 'files/*', 3],
  ['open', 'files/*', 1],
  ['rename', 'files/*', 1],
  ['mkdir', 'files/*', 2],
  ['look', '*', 4],
] as const;

const WORK_MS = 700;

export interface Fault {
  readonly rule: Rule;
  /** Whether the call that was to fail came at all. */
  readonly happened: boolean;
  /** What was lost, or answered wrongly. */
  readonly faults: readonly string[];
  readonly report: string;
}

/** @param index chooses in turn what fails, `random` when and how */
export function chooseRule(index: number, random: Random): Rule {
  const [call, pattern, calls] = TARGETS[index % TARGETS.length] ?? TARGETS[0];
  const which = between(random, 1, calls);
  const failures = {
    write: ['EIO', 'ENOSPC', 'EIO/2', 'ENOSPC/2'],
    sync: ['EIO', 'ENOSPC'],
    look: ['EMFILE', 'EIO'],
  } as const;
  const what =
    call === 'write' || call === 'sync' || call === 'look'
      ? oneOf(random, failures[call])
      : oneOf(random, ['EIO', 'ENOSPC', 'EROFS', 'EMFILE']);
  return `${call} ${pattern} ${which} ${which} ${what}`;
}

/** Works with the rule in force, then looks at what a kill leaves and at what power cuts do. */
export async function injectFault(
  prepared: Prepared,
  rule: Rule,
  seed: number,
  random: Random,
): Promise<Fault> {
  const lab = await openLab(prepared);
  try {
    lab.recording.setRules([rule]);
    await lab.work(random, WORK_MS);
    // The database file is written when the log is moved to it.
    if (rule.includes(' formstead.db ')) await workUntilLogRestarts(lab, random);
  } finally {
    await lab.server.kill();
  }
  const entries = lab.recording.entries();
  const happened = entries.some(({ call }) => call === 'fault');
  const faults = [...lab.odd, ...(await faultsAfter(lab, random))];
  const about = report(lab, seed, [rule, ...faults]);
  if (faults.length === 0) await rm(lab.folder, { recursive: true });
  return { rule, happened, faults, report: about };
}

/** After a kill, and after power cuts that keep nothing and anything of what was not synced. */
export async function faultsAfter(lab: Lab, random: Random): Promise<readonly string[]> {
  const moment = lab.recording.length();
  const disk = new Disk(lab.start);
  for (const entry of lab.recording.entries()) disk.follow(entry);
  const faults: string[] = [];
  for (const fate of [NOTHING, chooseFate(random)]) {
    const place = await writeState(lab, disk, fate);
    const found = await faultsAt(lab, place, moment);
    faults.push(...found.map((fault) => `power cut with ${fate.name}: ${fault}`));
    await rm(place, { recursive: true });
  }
  const killed = await faultsAt(lab, lab.prepared.dataDir, moment);
  return [...faults, ...killed.map((fault) => `kill: ${fault}`)];
}
