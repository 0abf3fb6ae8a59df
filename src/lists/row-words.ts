import { type JsonObject, textOf } from '#kernel/json.ts';
import { fold } from '#kernel/text.ts';
import { LIST_LIMITS, type List, type ListColumn, type NewRow } from './list.ts';
import type { Term, Words } from './lists-deps.ts';

/** Words of one row; the rest is not found. */
const MOST_WORDS = 60;
/** Characters of a value by which rows are narrowed. */
const LONGEST_VALUE = 64;
/** Characters of a label that decide its position. */
const LONGEST_LABEL = 100;

/** Returns the words by which a row is found: those of its first columns, and one for the value of each of them. */
export function wordsOfRow(
  { wordsOf }: Pick<Words, 'wordsOf'>,
  columns: readonly ListColumn[],
  { key, label, cells }: Pick<NewRow, 'key' | 'label' | 'cells'>,
): readonly string[] {
  const values = columns.slice(0, LIST_LIMITS.searched).flatMap(({ key: column }) => {
    const value = cells[column];
    return value === undefined ? [] : [[column, textOf(value)] as const];
  });
  const found = wordsOf([key, label, ...values.map(([, value]) => value)]).slice(0, MOST_WORDS);
  return [...found, ...values.map(([column, value]) => wordOfValue(column, value))];
}

/**
 * Returns the words by which people with a public link find a row: those of its public columns alone, so that a search
 * never tells what the others hold. Each begins with the mark of the list; words with other marks are of no use.
 */
export function publicWordsOfRow(
  { wordsOf }: Pick<Words, 'wordsOf'>,
  { columns, publicColumns, publicMark }: Pick<List, 'columns' | 'publicColumns' | 'publicMark'>,
  { key, label, cells }: Pick<NewRow, 'key' | 'label' | 'cells'>,
): readonly string[] {
  if (publicColumns.length === 0) return [];
  const values = columns
    .slice(0, LIST_LIMITS.searched)
    .filter((column) => publicColumns.includes(column.key))
    .map((column) => textOf(cells[column.key] ?? ''));
  const found = wordsOf([key, label, ...values]).slice(0, MOST_WORDS);
  return found.map((word) => `${beginOf(publicMark)}${word}`);
}

/** Returns the terms of a search as people with a public link find rows by them. */
export const publicTerms = (mark: number, terms: readonly Term[]): readonly Term[] =>
  terms.map((term) => term.map((each) => ({ ...each, text: `${beginOf(mark)}${each.text}` })));

/** Returns whether a word is of no public column, or has one of these marks. */
export const isOfMarks = (word: string, marks: readonly number[]): boolean =>
  !word.startsWith('~') || marks.some((mark) => word.startsWith(beginOf(mark)));

const beginOf = (mark: number): string => `~${mark}:`;

/** Returns the word that all rows have whose column has this value, whatever its letter case. */
export const wordOfValue = (column: string, value: string): string =>
  // A space ends a word in the text of all words.
  `=${column}:${foldedValue(value).slice(0, LONGEST_VALUE).replaceAll(/\s/gu, '\u0001')}`.toWellFormed();

/** Returns whether a row has the value in a column, as {@link wordOfValue} compares, but in its full length. */
export const hasValue = (cells: JsonObject, column: string, value: string): boolean =>
  foldedValue(textOf(cells[column] ?? '')) === foldedValue(value);

const foldedValue = (value: string): string => fold(value.trim());

/** Returns the text that rows are sorted by: Ü is next to U. */
export const labelKeyOf = (label: string): string =>
  fold(label).normalize('NFD').replaceAll(/\p{M}/gu, '').slice(0, LONGEST_LABEL).toWellFormed();
