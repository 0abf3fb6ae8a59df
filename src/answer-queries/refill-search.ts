import {
  endRefill,
  lockFormsOf,
  lockRefillAfter,
  moveRefill,
  type SearchRefill,
  searchedAnswers,
} from '#answer-index/index.ts';
import type { Database, Tx } from '#db/database.ts';
import { formText } from '#form-basics/index.ts';
import type { Job } from '#jobs/jobs.ts';
import { indexWords } from '#search/index.ts';

/** The most forms that one transaction indexes. */
const AT_ONCE = 200;
/** Pages of one run, about two seconds: a server that stops waits no longer, and the next run continues. */
const PAGES_A_RUN = 100;
const EVERY_MS = 10_000;

interface RefillDeps {
  readonly db: Database;
  /** Defaults: {@link AT_ONCE} and {@link PAGES_A_RUN}. */
  readonly atOnce?: number;
  readonly pagesARun?: number;
}

/**
 * The job that indexes the forms of templates again whose new version says that they are found by other answers. Templates
 * take turns, a page of forms each.
 */
export const refillSearch = ({
  db,
  atOnce = AT_ONCE,
  pagesARun = PAGES_A_RUN,
}: RefillDeps): Job => ({
  name: 'refill-search',
  everyMs: EVERY_MS,
  async run() {
    const failures: unknown[] = [];
    let last = START;
    let hasFilled = false;
    for (let page = 0; page < pagesARun; page += 1) {
      const { refill, failure } = await fillAfter(db, last, atOnce);
      if (failure !== undefined) failures.push(failure);
      else hasFilled ||= refill !== undefined;
      if (refill === undefined && !hasFilled) break;
      if (refill === undefined) hasFilled = false;
      last = refill ?? START;
    }
    if (failures.length > 0) {
      throw new AggregateError(failures, 'The forms of some templates were not indexed again.');
    }
  },
});

interface Turn {
  /** The template whose turn it was; undefined after the last one. */
  readonly refill?: SearchRefill | undefined;
  readonly failure?: unknown;
}

/** Fills a page of the template after another. One that fails keeps none of those behind it from their turn. */
async function fillAfter(db: Database, from: typeof START, atOnce: number): Promise<Turn> {
  const tried: SearchRefill[] = [];
  try {
    return await db.transaction(async (tx) => {
      const refill = await lockRefillAfter(tx, from);
      if (refill === undefined) return {};
      tried.push(refill);
      return { refill: await fillPage(tx, refill, atOnce) };
    });
  } catch (failure) {
    const refill = tried.at(-1);
    if (refill === undefined) throw failure;
    return { refill, failure };
  }
}

async function fillPage(tx: Tx, refill: SearchRefill, limit: number): Promise<SearchRefill> {
  const { forms, isLast } = await lockFormsOf(tx, refill, limit);
  for (const form of forms) {
    const { accountId, id } = form;
    const text = formText(form, await searchedAnswers(tx, form));
    await indexWords(tx, { accountId, kind: 'form', id }, text);
  }
  const last = forms.at(-1);
  if (last && !isLast) await moveRefill(tx, refill, last.number);
  else await endRefill(tx, refill);
  return refill;
}

const START = { accountId: '', templateId: '' };
