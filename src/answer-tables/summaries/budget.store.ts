import type { RawBuilder } from 'kysely';
import type { Database } from '#db/database.ts';
import { withSharedDeadline } from '#db/shared-deadline.ts';
import { AppError, fail } from '#kernel/errors.ts';
import { DEADLINE_MS } from './summary.shapes.ts';

/** Runs a query within what is left of the time of a summary. @throws AppError `query-too-heavy`, `busy`. */
export type Scan = <R>(query: RawBuilder<unknown>) => Promise<readonly R[]>;

/** Returns a way to run queries that have `allowedMs` together. */
export function openBudget(db: Database, allowedMs = DEADLINE_MS): Scan {
  const limited = withSharedDeadline(db, allowedMs);
  return async <R>(query: RawBuilder<unknown>) => {
    try {
      return await limited.scan<R>({ compile: () => query.$castTo<R>().compile(db.reader) });
    } catch (error) {
      if (error instanceof AppError && error.code === 'query-too-slow') throw tooHeavy();
      throw error;
    }
  };
}

const tooHeavy = () =>
  fail(
    'query-too-heavy',
    `Counting these answers takes longer than ${DEADLINE_MS / 1000} seconds. Choose fewer fields.`,
  );
