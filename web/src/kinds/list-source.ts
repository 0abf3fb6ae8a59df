// Where a choice from a shared list finds its rows. People with an account find them on the server and on this device;
// visitors of a public link only among what is public.

import { createContext } from 'react';
import { type Alternative, termsOf, wordsOf } from '#search/words.ts';
import type { SharedListRow } from '#shared-lists/app-types.ts';
import type { ListSearch } from '#web/offline/list-store.ts';

export type FoundRow = Pick<SharedListRow, 'key' | 'label' | 'seq' | 'cells'> & {
  /** Shown beside the label in place of the key, whose id says nothing to people. */
  readonly note?: string | undefined;
};

export interface ListSource {
  /** How many characters a search in the list needs. */
  leastTyped(list: string): number;
  /** @throws ApiError */
  find(list: string, search: ListSearch): Promise<readonly FoundRow[]>;
}

/** Undefined: the lists of somebody with an account. */
export const ListSources = createContext<ListSource | undefined>(undefined);

/** Returns the rows of which some texts have all words that are typed. */
export function fittingRows<R extends FoundRow>(
  rows: readonly R[],
  typed: string,
  textsOf: (row: R) => readonly string[] = ({ key, label }) => [key, label],
): readonly R[] {
  const terms = termsOf(typed);
  return rows.filter((row) => {
    const words = wordsOf(textsOf(row));
    const has = ({ text, isWhole }: Alternative) =>
      words.some((word) => (isWhole ? word === text : word.startsWith(text)));
    return terms.every((term) => term.some(has));
  });
}
