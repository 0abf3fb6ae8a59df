import type { Database, Tx } from '#db/database.ts';
import { formText } from '#forms/search-texts.ts';
import type { Job } from '#jobs/jobs.ts';
import { indexWords } from '#search/index.ts';
import {
  endRefill,
  lockFormsOf,
  lockRefillAfter,
  moveRefill,
  type SearchRefill,
} from './search-refill.store.ts';
import { searchedAnswers } from './searched-answers.ts';

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
    let last = START;
    for (let page = 0; page < pagesARun; page += 1) {
      const from = last;
      const done = await db.transaction(async (tx) => {
        const refill = await lockRefillAfter(tx, from);
        return refill && fillPage(tx, refill, atOnce);
      });
      if (!done && from === START) return;
      last = done ?? START;
    }
  },
});

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
