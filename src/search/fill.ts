import type { Database, Tx } from '#db/database.ts';
import type { SearchKind } from '#db/search-tables.ts';
import type { Job } from '#jobs/jobs.ts';
import type { Clock } from '#kernel/clock.ts';
import { type FillState, readFillState, saveFillState } from './fill.store.ts';
import { indexWords, type SearchText } from './index-words.ts';

/** Raise it when text becomes other words (words.ts) or a source has other texts: everything is gone through again. */
const INDEX_VERSION = 1;
/** Things that one transaction goes through. */
const AT_ONCE = 200;
/** A run ends after so many, some two seconds: a server that stops waits no longer, and the next run goes on. */
const PAGES_A_RUN = 100;
const EVERY_MS = 10_000;
/** Nodes of the version before may write for a while, and don't know the index: after it all is looked at once more. */
const AGAIN_AFTER_MS = 3_600_000;

interface StoredText extends SearchText {
  readonly accountId: string;
  readonly id: string;
}

/** Where things of a kind are stored. */
export interface SearchSource {
  readonly kind: SearchKind;
  /** Those behind a place, by account and id, locked against changes; fewer than the limit: they were the last. */
  page(
    tx: Tx,
    after: { readonly accountId: string; readonly id: string },
    limit: number,
  ): Promise<readonly StoredText[]>;
}

interface FillDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly sources: readonly SearchSource[];
  /** Left out: {@link AT_ONCE} and {@link PAGES_A_RUN}. */
  readonly atOnce?: number;
  readonly pagesARun?: number;
}

/** Makes what was stored before there was an index, or by a version that knew none, be found: once, and once more later. */
export const fillSearch = (deps: FillDeps): Job => ({
  name: 'fill-search',
  everyMs: EVERY_MS,
  async run() {
    for (let page = 0; page < (deps.pagesARun ?? PAGES_A_RUN); page += 1) {
      if (!(await step(deps))) return;
    }
  },
});

/** One page of things. @returns false when there is nothing to do for now. */
async function step({ db, clock, sources, atOnce = AT_ONCE }: FillDeps): Promise<boolean> {
  return await db.transaction(async (tx) => {
    const now = clock.now();
    const state = current(await readFillState(tx));
    if (state.passes > 1 || (state.passes > 0 && now < state.finishedAt + AGAIN_AFTER_MS)) {
      return false;
    }
    const { source: at, after } = state;
    const source = sources[at];
    if (!source) {
      const passes = state.passes + 1;
      await saveFillState(tx, { ...BEGINNING, passes, finishedAt: now });
      return true;
    }
    const things = await source.page(tx, after, atOnce);
    for (const { accountId, id, ...text } of things) {
      await indexWords(tx, { accountId, id, kind: source.kind }, text);
    }
    const last = things.at(-1);
    const next =
      last && things.length === atOnce
        ? { source: at, after: { accountId: last.accountId, id: last.id } }
        : { source: at + 1, after: BEGINNING.after };
    await saveFillState(tx, { ...state, ...next });
    return true;
  });
}

const BEGINNING: FillState = {
  version: INDEX_VERSION,
  passes: 0,
  finishedAt: 0,
  source: 0,
  after: { accountId: '', id: '' },
};

const current = (state: FillState | undefined): FillState =>
  state?.version === INDEX_VERSION ? state : BEGINNING;
