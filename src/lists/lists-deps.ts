import type { Database, Reader, Tx } from '#db/database.ts';
import type { AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Ids } from '#kernel/ids.ts';

interface Alternative {
  readonly text: string;
  readonly isWhole: boolean;
}

/** One searched word: a row matches when it has any of these alternatives. */
export type Term = readonly Alternative[];

/** How text becomes words, and the text of a search terms: the rules of all searches (decision 37). */
export interface Words {
  wordsOf(texts: readonly string[]): readonly string[];
  termsOf(text: string): readonly Term[];
  /** Returns the range of words that an alternative matches; the end is not included. */
  rangeOf(alternative: Alternative): readonly [from: string, to: string];
}

export interface ListsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly audit: { readonly append: AppendAudit<Tx> };
  readonly directory: {
    /** The groups of a user, nested ones included. */
    groupIdsOf(db: Reader, accountId: string, userId: string): Promise<readonly string[]>;
  };
  readonly words: Words;
}
