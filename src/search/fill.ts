import type { Database, Tx } from '#db/database.ts';
import type { SearchKind } from '#db/search-tables.ts';
import type { Job } from '#jobs/jobs.ts';
import type { Clock } from '#kernel/clock.ts';
import { type FillState, readFillState, saveFillState } from './fill.store.ts';
import { indexWords, type SearchText } from './index-words.ts';

/** Raise it when words.ts makes other words of a text, or a source returns other texts: then all is indexed again. */
const INDEX_VERSION = 1;
/** Things that one transaction indexes. */
const AT_ONCE = 200;
/** Pages of one run, about two seconds: a server that stops waits no longer, and the next run continues. */
const PAGES_A_RUN = 100;
const EVERY_MS = 10_000;
/** Nodes of the previous version, which don't know the index, may still write this long: then a second pass follows. */
const AGAIN_AFTER_MS = 3_600_000;

interface StoredText extends SearchText {
  readonly accountId: string;
  readonly id: string;
}

/** Reads the stored things of one kind. */
export interface SearchSource {
  readonly kind: SearchKind;
  /** Returns the things after a position, by account and id, and locks them. Fewer than `limit` are the last ones. */
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
  /** Defaults: {@link AT_ONCE} and {@link PAGES_A_RUN}. */
  readonly atOnce?: number;
  readonly pagesARun?: number;
}

/** The job that indexes things stored before the index existed, or by a version without it: in two passes. */
export const fillSearch = (deps: FillDeps): Job => ({
  name: 'fill-search',
  everyMs: EVERY_MS,
  async run() {
    for (let page = 0; page < (deps.pagesARun ?? PAGES_A_RUN); page += 1) {
      if (!(await step(deps))) return;
    }
  },
});

/** Indexes one page of things. @returns false when there is nothing to do for now. */
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
