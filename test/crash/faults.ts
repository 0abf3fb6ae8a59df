// Makes disk calls of a server fail under load, one at a time.
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { between, oneOf, type Random, seeded } from '../support/seeded.ts';
import { Disk } from './disk.ts';
import { ALL, chooseFate, NOTHING } from './fates.ts';
import { type Lab, openLab, workUntilLogRestarts } from './lab.ts';
import type { LedgerReceiver } from './ledger-receiver.ts';
import { faultsAt, report, writeState } from './power-cuts.ts';
import type { Prepared } from './prepared.ts';
import type { Rule } from './recorder.ts';

/** A call, a pattern of paths, and the approximate number of such calls under load. */
type Target = readonly [call: keyof typeof FAILURES, pattern: string, calls: number];

const ANY = ['EIO', 'ENOSPC', 'EROFS', 'EMFILE'] as const;
const FAILURES = {
  write: ['EIO', 'ENOSPC', 'EIO/2', 'ENOSPC/2'],
  sync: ['EIO', 'ENOSPC'],
  look: ['EMFILE', 'EIO'],
  open: ANY,
  rename: ANY,
  mkdir: ANY,
} as const;

/**
 * The database file is written and synced when SQLite's log is moved into it, which happens in each life of a server.
 */
const FIRST: readonly [Target, Target] = [
  ['write', 'formstead.db', 100],
  ['sync', 'formstead.db', 1],
];
const NEXT: readonly Target[] = [
  ['write', 'formstead.db-wal', 400],
  ['write', 'files/*', 1],
  ['sync', 'files/*', 3],
  ['open', 'files/*', 1],
  ['rename', 'files/*', 1],
  ['mkdir', 'files/*', 1],
  ['look', '*', 4],
];
/** After this fault, nothing is written until a restart. */
const LAST: Target = ['sync', 'formstead.db-wal', 15];
const WORK_MS = 500;
/** Leases are written every two seconds. */
const NOTICED_WITHIN_MS = 5000;

export interface Faults {
  /** The rules whose call happened, and failed. */
  readonly happened: readonly Rule[];
  /** Everything that was lost or answered wrongly. */
  readonly faults: readonly string[];
  readonly report: string;
}

/** Chooses the faults of one life of a server, one after the other. */
export function chooseRules(count: number, random: Random): readonly Rule[] {
  const next = NEXT.toSorted(() => random() - 0.5);
  // A failed sync of the database file ends the life, so the other rules could not be tried in it.
  const first = random() < 0.2 ? FIRST[1] : FIRST[0];
  return [first, ...next, LAST].slice(-count).map((target) => ruleOf(target, random));
}

function ruleOf([call, pattern, calls]: Target, random: Random): Rule {
  const which = between(random, 1, calls);
  return `${call} ${pattern} ${which} ${which} ${oneOf(random, FAILURES[call])}`;
}

/** Works under one rule after the other. After each, checks the states that a kill and power cuts would leave. */
export async function injectFaults(
  of: { readonly prepared: Prepared; readonly receiver: LedgerReceiver },
  rules: readonly Rule[],
  seed: number,
): Promise<Faults> {
  const random = seeded(seed);
  const lab = await openLab(of.prepared, of.receiver);
  const after = lookAfterwards(lab, random);
  const happened: Rule[] = [];
  const faults: string[] = [];
  try {
    for (const [index, rule] of rules.entries()) {
      lab.recording.setRules([rule]);
      await lab.work(random, WORK_MS, `${index}-`);
      if (rule.includes(' formstead.db ')) await workUntilLogRestarts(lab, random);
      lab.recording.setRules([]);
      const { found, failed } = await after();
      if (failed) happened.push(rule);
      faults.push(...found.map((fault) => `${rule}: ${fault}`));
      if (index < rules.length - 1 && !(await isWriting(lab))) break;
    }
  } finally {
    await lab.kill();
  }
  const killed = await faultsAt(lab, lab.prepared.dataDir, lab.recording.length());
  faults.push(...lab.odd, ...killed.map((fault) => `kill: ${fault}`));
  if (faults.length === 0) await rm(lab.folder, { recursive: true });
  return { happened, faults, report: report(lab, seed, [...rules, ...faults]) };
}
/** Returns whether the server writes again once the disk works. After a failed sync it never does. */
async function isWriting({ server }: Lab): Promise<boolean> {
  for (let waited = 0; waited < NOTICED_WITHIN_MS; waited += 100) {
    const ready = await server.request('GET', '/readyz', { token: null });
    if (ready.status === 200) return true;
    await sleep(100);
  }
  return false;
}

interface Seen {
  /** Whether a call has failed since the last check. */
  readonly failed: boolean;
  readonly found: readonly string[];
}

/**
 * Returns a function that checks the states that a kill would leave now, and power cuts that keep none, all or some of
 * what was not synced.
 */
function lookAfterwards(lab: Lab, random: Random): () => Promise<Seen> {
  const disk = new Disk(lab.start);
  let seen = 0;
  return async () => {
    const moment = lab.recording.length();
    const entries = lab.recording.entries().filter(({ end }) => end > seen && end <= moment);
    for (const entry of entries) disk.follow(entry);
    seen = moment;
    const found: string[] = [];
    // A kill leaves everything that was written.
    for (const fate of [NOTHING, ALL, chooseFate(random)]) {
      const dataDir = await writeState(lab, disk, fate);
      const missing = await faultsAt(lab, dataDir, moment);
      found.push(...missing.map((fault) => `cut with ${fate.name}: ${fault}`));
      await rm(dataDir, { recursive: true });
    }
    return { failed: entries.some(({ call }) => call === 'fault'), found };
  };
}

/** Checks the state after an actual kill, and after power cuts. */
export async function faultsAfter(lab: Lab, random: Random): Promise<readonly string[]> {
  const { found } = await lookAfterwards(lab, random)();
  const killed = await faultsAt(lab, lab.prepared.dataDir, lab.recording.length());
  return [...found, ...killed.map((fault) => `kill: ${fault}`)];
}
