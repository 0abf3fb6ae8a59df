import type { Database, Tx } from '#db/database.ts';
import type { SearchKind } from '#db/search-tables.ts';
import type { Job } from '#jobs/jobs.ts';
import type { Clock } from '#kernel/clock.ts';
import { deleteFillState } from './fill.store.ts';
import { type FillPosition, type FillSource, fillStored } from './fill.ts';
import { indexWords, type SearchText } from './index-words.ts';

/** Raise it when words.ts makes other words of a text, or a source returns other texts: then all is indexed again. */
export const INDEX_VERSION = 3;

const NAME = 'fill-search';

interface StoredText extends SearchText, FillPosition {}

/** Some things, and whether they are the last ones. */
export interface SearchPage {
  readonly things: readonly StoredText[];
  readonly isLast: boolean;
}

/** Reads the stored things of one kind. */
export interface SearchSource {
  readonly kind: SearchKind;
  /** Returns at most `limit` things after a position, by account and id, and locks them. */
  page(tx: Tx, after: FillPosition, limit: number): Promise<SearchPage>;
}

interface FillSearchDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly sources: readonly SearchSource[];
  readonly atOnce?: number;
  readonly pagesARun?: number;
}

/** The job that indexes things stored before the index existed, or by a version without it. */
export const fillSearch = ({ db, clock, sources, atOnce, pagesARun }: FillSearchDeps): Job =>
  fillStored({
    db,
    clock,
    name: NAME,
    version: INDEX_VERSION,
    sources: sources.map(indexing),
    atOnce,
    pagesARun,
  });

const indexing = ({ kind, page }: SearchSource): FillSource => ({
  async fill(tx, after, limit) {
    const { things, isLast } = await page(tx, after, limit);
    for (const { accountId, id, ...text } of things) {
      await indexWords(tx, { accountId, id, kind }, text);
    }
    return isLast ? undefined : things.at(-1);
  },
});

/** Has all words written again: after rows came in that another version may have left without them. */
export const fillSearchAgain = (tx: Tx): Promise<void> => deleteFillState(tx, NAME);
