import type { Database, Reader, Tx } from '#db/database.ts';
import type { Job } from '#jobs/jobs.ts';
import type { Clock } from '#kernel/clock.ts';
import { type FillState, readFillState, saveFillState } from './fill.store.ts';

/** Things that one transaction fills in. */
const AT_ONCE = 200;
/** Pages of one run, about two seconds: a server that stops waits no longer, and the next run continues. */
const PAGES_A_RUN = 100;
const EVERY_MS = 10_000;
/** Nodes of the previous version, which do not write what is filled in, may still run this long: then a second pass follows. */
const AGAIN_AFTER_MS = 3_600_000;

/** The account and the id of a stored thing. */
export interface FillPosition {
  readonly accountId: string;
  readonly id: string;
}

/** Writes what is derived from the stored things of one kind. */
export interface FillSource {
  /**
   * Fills in for at most `limit` things after a position, by account and id, which it locks. Large things may be fewer.
   * @returns the position after which it continues; undefined after the last thing
   */
  fill(tx: Tx, after: FillPosition, limit: number): Promise<FillPosition | undefined>;
}

interface FillDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** The name of the job, and of its stored progress. */
  readonly name: string;
  /** With another version, everything is filled in again. */
  readonly version: number;
  readonly sources: readonly FillSource[];
  /** Defaults: {@link AT_ONCE} and {@link PAGES_A_RUN}. */
  readonly atOnce?: number | undefined;
  readonly pagesARun?: number | undefined;
}

/**
 * The job that writes what is derived from things that were stored before it existed, or by a version without it: in
 * two passes.
 */
export const fillStored = (deps: FillDeps): Job => ({
  name: deps.name,
  everyMs: EVERY_MS,
  async run() {
    for (let page = 0; page < (deps.pagesARun ?? PAGES_A_RUN); page += 1) {
      if (!(await step(deps))) return;
    }
  },
});

const LAST_PASS = 2;

/** Returns whether a job has filled in everything, by its name and the version of what it fills in. */
export async function isFilled(db: Reader, name: string, version: number): Promise<boolean> {
  const state = await readFillState(db, name);
  return state?.version === version && state.passes >= LAST_PASS;
}

/** Fills in one page of things. @returns false when there is nothing to do for now. */
async function step(deps: FillDeps): Promise<boolean> {
  const { db, clock, name, version, sources, atOnce = AT_ONCE } = deps;
  const beginning: FillState = { version, passes: 0, finishedAt: 0, source: 0, after: START };
  return await db.transaction(async (tx) => {
    const now = clock.now();
    const stored = await readFillState(tx, name);
    const state = stored?.version === version ? stored : beginning;
    if (
      state.passes >= LAST_PASS ||
      (state.passes > 0 && now < state.finishedAt + AGAIN_AFTER_MS)
    ) {
      return false;
    }
    const { source: at, after } = state;
    const source = sources[at];
    if (!source) {
      const passes = state.passes + 1;
      await saveFillState(tx, name, { ...beginning, passes, finishedAt: now });
      return true;
    }
    const last = await source.fill(tx, after, atOnce);
    const next = last
      ? { source: at, after: { accountId: last.accountId, id: last.id } }
      : { source: at + 1, after: START };
    await saveFillState(tx, name, { ...state, ...next });
    return true;
  });
}

const START: FillPosition = { accountId: '', id: '' };
