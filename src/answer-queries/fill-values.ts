import { forgetValues, writeValues } from '#answer-index/index.ts';
import type { Database, Reader, Tx } from '#db/database.ts';
import type { Job } from '#jobs/jobs.ts';
import type { Clock } from '#kernel/clock.ts';
import { deleteFillState, type FillSource, fillStored, isFilled } from '#search/index.ts';
import { lockFormsAfter, type StoredAnswers } from './stored-forms.store.ts';

/** Raise it when other rows are made of an answer: then those of all forms are written again. */
export const VALUES_VERSION = 3;

const NAME = 'fill-answer-values';

interface FillDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly atOnce?: number;
  readonly pagesARun?: number;
}

/** The job that writes the values of forms stored before there were values, or by a version without them. */
export const fillValues = ({ db, clock, atOnce, pagesARun }: FillDeps): Job =>
  fillStored({
    db,
    clock,
    name: NAME,
    version: VALUES_VERSION,
    sources: [formsWithValues],
    atOnce,
    pagesARun,
  });

/** Writes the values of the stored forms. */
const formsWithValues: FillSource = {
  async fill(tx, after, limit) {
    const { forms, isLast } = await lockFormsAfter(tx, after, limit);
    for (const form of forms) await writeAgain(tx, form);
    return isLast ? undefined : forms.at(-1);
  },
};

/** Writes the values of a stored form, which the caller has locked. @returns whether any value was another one */
export const writeAgain = (tx: Tx, { isDeleted, ...form }: StoredAnswers): Promise<boolean> =>
  isDeleted ? forgetValues(tx, form) : writeValues(tx, form);

/** Returns whether all rows have their series, also those of nodes of the version before. */
export const haveSeries = (db: Reader): Promise<boolean> => isFilled(db, NAME, VALUES_VERSION);

/** Has all values written again: after rows came in that another version may have left without them. */
export const fillValuesAgain = (tx: Tx): Promise<void> => deleteFillState(tx, NAME);
