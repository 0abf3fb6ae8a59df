// The rows of shared lists that this device keeps for one person, in a database of their own: they can be many, and are
// found by an index, never read as a whole.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { SharedListRow } from '#forms/app-types.ts';
import { wordOfValue } from '#lists/row-words.ts';
import { rangeOf, type Term, termsOf } from '#search/words.ts';
import { nameOfLists, type Owner } from './list-erasure.ts';

export interface KeptRow extends SharedListRow {
  readonly list: string;
  readonly labelKey: string;
  /** The words by which it is found, each after the id of the list. */
  readonly words: string[];
}

interface KeptList {
  readonly id: string;
  /** The highest sequence number that this device has. */
  readonly seq: number;
  /** Whether all rows have arrived once: before, a search would miss some. */
  readonly isWhole: boolean;
}

interface Schema extends DBSchema {
  readonly lists: { readonly key: string; readonly value: KeptList };
  readonly rows: {
    readonly key: [string, string];
    readonly value: KeptRow;
    readonly indexes: { readonly words: string; readonly label: [string, string, string] };
  };
}

type Database = IDBPDatabase<Schema>;

const openLists = (person: Owner): Promise<Database> =>
  openDB<Schema>(nameOfLists(person), 1, {
    upgrade(made) {
      made.createObjectStore('lists', { keyPath: 'id' });
      const rows = made.createObjectStore('rows', { keyPath: ['list', 'key'] });
      rows.createIndex('words', 'words', { multiEntry: true });
      rows.createIndex('label', ['list', 'labelKey', 'key']);
    },
    blocking(_current, _blocked, { target }) {
      if (target instanceof IDBDatabase) target.close();
    },
  });

/** Does something with the storage, and closes it: nobody waits for a deletion of it. */
async function withLists<T>(person: Owner, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openLists(person);
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

/** Returns the lists that the device has, by id. */
export const keptLists = (person: Owner): Promise<ReadonlyMap<string, KeptList>> =>
  withLists(
    person,
    async (db) => new Map((await db.getAll('lists')).map((each) => [each.id, each])),
  );

/** Stores rows that changed, forgets those that are no longer active, and how far the device has come. */
export const storeRows = (
  person: Owner,
  list: KeptList,
  { rows, gone }: { readonly rows: readonly KeptRow[]; readonly gone: readonly string[] },
): Promise<void> =>
  withLists(person, async (db) => {
    const tx = db.transaction(['lists', 'rows'], 'readwrite');
    const store = tx.objectStore('rows');
    await Promise.all([
      ...rows.map((row) => store.put(row)),
      ...gone.map((key) => store.delete([list.id, key])),
      tx.objectStore('lists').put(list),
    ]);
    await tx.done;
  });

/** Forgets a list with its rows. */
export const forgetList = (person: Owner, id: string): Promise<void> =>
  withLists(person, async (db) => {
    const tx = db.transaction(['lists', 'rows'], 'readwrite');
    await tx.objectStore('rows').delete(IDBKeyRange.bound([id, ''], [id, '\uffff']));
    await tx.objectStore('lists').delete(id);
    await tx.done;
  });

export interface ListSearch {
  readonly q: string;
  /** Only rows with the value in this column. */
  readonly column?: string;
  readonly value?: string;
}

const HITS = 50;
/** A term with more matches than this is compared with each row, in the order of their labels. */
const MOST_MATCHES = 2000;

/** Finds rows as the server does. @returns undefined when the device does not have the whole list */
export const findKept = (
  person: Owner,
  list: string,
  { q, column, value }: ListSearch,
): Promise<readonly SharedListRow[] | undefined> =>
  withLists(person, async (db) => {
    const kept = await db.get('lists', list);
    if (kept?.isWhole !== true) return undefined;
    const typed = q.trim();
    const narrowing: readonly Term[] =
      column === undefined || value === undefined
        ? []
        : [[{ text: wordOfValue(column, value), isWhole: true }]];
    const words = termsOf(typed);
    const exact = typed === '' ? undefined : await db.get('rows', [list, typed]);
    const isSearchable = typed === '' || words.length > 0;
    const found = isSearchable ? await rowsWith(db, list, [...words, ...narrowing]) : [];
    const fits = (row: KeptRow) => narrowing.every((term) => hasTerm(row, term));
    const first = exact !== undefined && fits(exact) ? [exact] : [];
    return [...first, ...found.filter(({ key }) => key !== exact?.key)].slice(0, HITS);
  });

async function rowsWith(
  db: Database,
  list: string,
  terms: readonly Term[],
): Promise<readonly KeptRow[]> {
  const narrow: Set<string>[] = [];
  const wide: Term[] = [];
  for (const term of terms) {
    const keys = await keysWith(db, list, term);
    if (keys === undefined) wide.push(term);
    else narrow.push(keys);
  }
  const [first, ...others] = narrow.toSorted((a, b) => a.size - b.size);
  const fits = (row: KeptRow) => wide.every((term) => hasTerm(row, term));
  if (first === undefined) return await rowsInOrder(db, list, fits);
  const keys = [...first].filter((key) => others.every((each) => each.has(key)));
  const rows = await Promise.all(keys.map((key) => db.get('rows', [list, key])));
  return rows
    .filter((row) => row !== undefined)
    .filter(fits)
    .toSorted((a, b) => (a.labelKey < b.labelKey ? -1 : 1))
    .slice(0, HITS);
}

/** Returns the keys of the rows that have a term; undefined when they are too many. */
async function keysWith(db: Database, list: string, term: Term): Promise<Set<string> | undefined> {
  const keys = new Set<string>();
  for (const alternative of term) {
    const [from, to] = rangeOf(alternative);
    const range = IDBKeyRange.bound(`${list} ${from}`, `${list} ${to}`, false, true);
    const found = await db.getAllKeysFromIndex('rows', 'words', range, MOST_MATCHES + 1);
    if (found.length > MOST_MATCHES) return undefined;
    for (const [, key] of found) keys.add(key);
  }
  return keys;
}

async function rowsInOrder(
  db: Database,
  list: string,
  fits: (row: KeptRow) => boolean,
): Promise<readonly KeptRow[]> {
  const rows: KeptRow[] = [];
  const range = IDBKeyRange.bound([list, '', ''], [list, '\uffff', '\uffff']);
  const index = db.transaction('rows').store.index('label');
  for (let cursor = await index.openCursor(range); cursor; cursor = await cursor.continue()) {
    if (fits(cursor.value)) rows.push(cursor.value);
    if (rows.length === HITS) break;
  }
  return rows;
}

const hasTerm = ({ list, words }: KeptRow, term: Term): boolean =>
  term.some(({ text, isWhole }) =>
    words.some((word) =>
      isWhole ? word === `${list} ${text}` : word.startsWith(`${list} ${text}`),
    ),
  );
