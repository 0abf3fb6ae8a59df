import { findOwner } from '#exports/index.ts';
import type { FormActor } from '#form-basics/index.ts';
import type { Job } from '#jobs/jobs.ts';
import { createLanes } from '#jobs/lanes.ts';
import { AppError } from '#kernel/errors.ts';
import type { Owner } from '#kernel/fair-queue.ts';
import { joinReason } from '#kernel/reasoned-text.ts';
import { SHARES } from '#kernel/shares.ts';
import { actOnForm } from './act-on-form.ts';
import { actOnWork } from './act-on-work.ts';
import { ActLost } from './act-outcome.ts';
import {
  claimBulkAct,
  deleteExpired,
  endBulkAct,
  listNextItems,
  recordOutcome,
  releaseBulkAct,
  selectOwnersWaiting,
} from './bulk-act.store.ts';
import { type BulkAct, isWorkAct, KEPT_MS, MAX_STALLED } from './bulk-act.ts';
import type { BulkWork } from './bulk-deps.ts';

/** After this many forms or assignments, the other actions of the account, and other accounts, have their turn. */
const SLICE = 50;
/** They have it earlier when forms take long, in milliseconds: the forms engine may compute for seconds. */
const SLICE_MS = 5000;
const LOOK_MS = 5000;
/** Expired actions that one look deletes, each with up to 10,000 forms in a transaction of its own. */
const DELETED_AT_ONCE = 5;

export interface BulkRunnerDeps extends BulkWork {
  readonly onError: (error: unknown) => void;
  /** Default: {@link SLICE}. */
  readonly slice?: number;
}

/** Runs actions on many forms or assignments: one of an account at a time, and accounts and their people take turns. */
export interface BulkRunner {
  /** Signals that an action waits. */
  wake(): void;
  /** Looks regularly for actions that another node has left, and deletes old reports. */
  readonly job: Job;
  /** Stops the runner after the form that it acts on. The rest is done by another node, or at the next start. */
  close(): Promise<void>;
}

export function createBulkRunner(deps: BulkRunnerDeps): BulkRunner {
  const { db, clock, onError } = deps;
  const stop = new AbortController();
  const lanes = createLanes({
    shares: SHARES.bulkActs.shares,
    ownerOf: (owner: Owner) => owner,
    due: () => selectOwnersWaiting(db.reader, clock.now()),
    async find(owner) {
      const job = await claimBulkAct(db.reader, owner, clock.now());
      return job ? [job] : [];
    },
    work: (job) => runSlice(deps, job, stop.signal),
    onError,
  });
  return {
    wake: () => void lanes.look(),
    job: {
      name: 'run-bulk-acts',
      everyMs: LOOK_MS,
      async run() {
        await lanes.look();
        for (let left = DELETED_AT_ONCE; left > 0; left -= 1) {
          if (!(await db.transaction((tx) => deleteExpired(tx, clock.now())))) return;
        }
      },
    },
    async close() {
      stop.abort();
      await lanes.close();
    },
  };
}

/** Acts on the next forms or assignments of an action, then gives it back. */
async function runSlice(deps: BulkRunnerDeps, job: BulkAct, stop: AbortSignal): Promise<void> {
  const { db, clock, onError, slice = SLICE } = deps;
  const until = clock.now() + SLICE_MS;
  try {
    const items = await listNextItems(db.reader, await pastStalled(deps, job), slice);
    const act = isWorkAct(job.act) ? actOnWork : actOnForm;
    for (const item of items) {
      if (stop.aborted || clock.now() > until) return await releaseBulkAct(db.reader, job, 0);
      const by = await actorOf(deps, job);
      if (!by) return await endWithoutOwner(deps, job);
      await act(deps, by, job, item, onError);
    }
    if (items.length < slice) await end(deps, job, 'done');
    else await releaseBulkAct(db.reader, job, 0);
  } catch (error) {
    // Cancelled, or another node has it.
    if (error instanceof ActLost) return;
    // What fails again and again, although the action itself can be claimed, is left out at last.
    await releaseBulkAct(db.reader, job, error instanceof AppError ? 0 : undefined);
    throw error;
  }
}

/** Returns the user who began an action, with the role of this moment; undefined when they are no longer active. */
async function actorOf({ db }: BulkWork, job: BulkAct): Promise<FormActor | undefined> {
  const owner = await findOwner(db.reader, job);
  return owner && { ...owner, via: 'web' };
}

function endWithoutOwner(deps: BulkWork, job: BulkAct): Promise<void> {
  const message = 'The user who requested it is no longer active.';
  return end(deps, job, 'failed', joinReason('owner-inactive', message));
}

/** Leaves out the form or assignment during which the process has died, or the storage has failed, again and again. */
async function pastStalled({ db, clock }: BulkWork, job: BulkAct): Promise<BulkAct> {
  const { position, stalled, total } = job;
  if (stalled <= MAX_STALLED || position >= total) return job;
  const message = `Formstead was interrupted ${MAX_STALLED} times during this. It was left out.`;
  const outcome = { outcome: 'failed', reason: 'interrupted', message } as const;
  const isOurs = await db.transaction((tx) =>
    recordOutcome(tx, job, position, outcome, clock.now()),
  );
  if (!isOurs) throw new ActLost();
  return { ...job, position: position + 1 };
}

async function end(
  { db, clock }: BulkWork,
  job: BulkAct,
  state: 'done' | 'failed',
  message?: string,
): Promise<void> {
  const now = clock.now();
  const expiresAt = now + KEPT_MS;
  await endBulkAct(db.reader, job, { state, now, expiresAt, ...(message && { message }) });
}
