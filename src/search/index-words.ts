import type { Tx } from '#db/database.ts';
import {
  deleteText,
  deleteWords,
  findText,
  insertWords,
  type Searchable,
  updateText,
} from './search-words.store.ts';
import { wordsOf } from './words.ts';

export interface SearchText {
  readonly texts: readonly string[];
  /** Found as `#12`. */
  readonly number?: number | undefined;
}

/**
 * Sets the words by which a thing is found. Writes only the words that changed.
 * @param options.isNew nothing is stored for it yet, so nothing is read
 */
export async function indexWords(
  tx: Tx,
  thing: Searchable,
  text: SearchText | Promise<SearchText>,
  { isNew = false }: { readonly isNew?: boolean } = {},
): Promise<void> {
  const [stored, { texts, number }] = await Promise.all([
    isNew ? undefined : findText(tx, thing),
    text,
  ]);
  const words = wordsOf(texts, number);
  const found = ` ${words.join(' ')} `;
  if (stored === found) return;
  const obsolete = new Set(wordsIn(stored));
  const added = words.filter((word) => !obsolete.delete(word));
  if (obsolete.size > 0) await deleteWords(tx, thing, [...obsolete]);
  await insertWords(tx, thing, added);
  await updateText(tx, thing, found);
}

/** Removes a thing from the index. */
export async function forgetWords(tx: Tx, thing: Searchable): Promise<void> {
  const stored = await findText(tx, thing);
  if (stored === undefined) return;
  await deleteWords(tx, thing, wordsIn(stored));
  await deleteText(tx, thing);
}

const wordsIn = (text = ''): readonly string[] => text.split(' ').filter((word) => word !== '');
