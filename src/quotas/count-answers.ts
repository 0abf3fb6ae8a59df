import { correctCounter, readCorrection, readCounter } from '#db/counters.ts';
import type { Database, Reader } from '#db/database.ts';
import type { Job } from '#jobs/jobs.ts';
import type { Clock } from '#kernel/clock.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import {
  type CountState,
  nextAccount,
  readCountState,
  saveCountState,
} from './count-answers.store.ts';
import { COUNTED_TABLES, countPage } from './recount.store.ts';

const EVERY_MS = 10_000;
/** A server that stops waits for the account that is being counted, and for no other after this time. */
const RUN_MS = 2000;
/** Nodes of the version before do not count, and may run beside this one on PostgreSQL this long: then all is counted again. */
const AGAIN_AFTER_MS = 3_600_000;
/** Rows that are read at once: a few milliseconds. */
const PAGE = 2000;

interface CountDeps {
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * The job that counts the answers that were stored before they were counted, or by nodes of the version before. On
 * SQLite no such node runs beside this one, and one pass is enough.
 */
export const countAnswers = (deps: CountDeps): Job => ({
  name: 'count-answers',
  everyMs: EVERY_MS,
  async run() {
    const until = deps.clock.now() + RUN_MS;
    let state = await begun(deps);
    while (state !== undefined && deps.clock.now() < until) state = await step(deps, state);
  },
});

/** Returns how far it is, unless there is nothing to do for now. */
async function begun({ db, clock }: CountDeps): Promise<CountState | undefined> {
  const state = await readCountState(db.reader);
  if (state === undefined) return undefined;
  const isResting = state.passes > 0 && state.after === '';
  return isResting && clock.now() < state.finishedAt + AGAIN_AFTER_MS ? undefined : state;
}

/** Counts one account. @returns how far it is then; undefined when there is nothing to do for now */
async function step({ db, clock }: CountDeps, state: CountState): Promise<CountState | undefined> {
  const accountId = await nextAccount(db.reader, state.after);
  if (accountId !== undefined) {
    await recountAnswers(db, accountId);
    const next = { ...state, after: accountId };
    await db.transaction((tx) => saveCountState(tx, next));
    return next;
  }
  const passes = state.passes + 1;
  const isDone = db.engine === 'sqlite' || passes > 1;
  const rest = { passes, finishedAt: clock.now(), after: '' };
  await db.transaction((tx) => saveCountState(tx, isDone ? undefined : rest));
  return undefined;
}

/**
 * Corrects the total of the answers of an account, while others write. All rows and the total are read as of one
 * moment, in which they were written together; what is written later changes both.
 * @returns by how much it was too small
 */
export async function recountAnswers(db: Database, accountId: string): Promise<number> {
  for (;;) {
    const measured = await db.snapshot((reader) => measure(reader, accountId));
    if (measured.deviation === 0) return 0;
    const isCorrected = await db.transaction((tx) =>
      correctCounter(tx, accountId, 'answerBytes', measured),
    );
    if (isCorrected) return measured.deviation;
  }
}

async function measure(reader: Reader, accountId: string) {
  const known = await readCorrection(reader, accountId, 'answerBytes');
  const counted = await readCounter(reader, accountId, 'answerBytes');
  let bytes = 0;
  for (const table of COUNTED_TABLES) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page = await countPage(reader, table, { accountId, id: after }, PAGE);
      bytes += page.bytes;
      after = page.last;
      await letOthersIn();
    }
  }
  return { deviation: bytes - counted, known };
}
