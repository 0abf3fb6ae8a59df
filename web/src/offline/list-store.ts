// The rows of shared lists that this device keeps for one person, in a database of their own: they can be many, and are
// found by an index, never read as a whole.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { wordOfValue } from '#lists/row-words.ts';
import { rangeOf, type Term, termsOf } from '#search/words.ts';
import type { SharedListRow } from '#shared-lists/app-types.ts';
import { nameOfLists, type Owner } from './erasure.ts';

export interface KeptRow extends SharedListRow {
  readonly list: string;
  readonly labelKey: string;
  /** The words by which it is found, each after the id of the list. */
  readonly words: string[];
}

export interface KeptList {
  readonly id: string;
  /** The highest sequence number that this device has. */
  readonly seq: number;
  /** The state of the server's storage that the number belongs to. */
  readonly epoch: string;
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

interface Changes {
  readonly rows: readonly KeptRow[];
  readonly gone: readonly string[];
  /** The rows that the device has are of a state that is lost. */
  readonly isReset: boolean;
}

/** Stores rows that changed, forgets those that are no longer active, and how far the device has come. */
export const storeRows = (
  person: Owner,
  list: KeptList,
  { rows, gone, isReset }: Changes,
): Promise<void> =>
  withLists(person, async (db) => {
    const tx = db.transaction(['lists', 'rows'], 'readwrite');
    const store = tx.objectStore('rows');
    await Promise.all([
      ...(isReset ? [store.delete(IDBKeyRange.bound([list.id, ''], [list.id, '\uffff']))] : []),
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
/** A term with more matches than this is first looked for in the rows that come first by their labels. */
const MOST_MATCHES = 2000;
/** Rows that come first, in which a term with many matches is looked for. */
const MOST_SCANNED = 4000;
const BATCH = 500;
/** Keys that are read at a time. */
const KEY_BATCH = 5000;
/** With more rows than this, terms with many matches narrow them by their keys, which is faster than to read all rows. */
const MOST_COMPARED = 500;
/** More rows than this are brought into order by their keys. */
const MOST_SORTED = 4000;

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
  const sets = await Promise.all(terms.map((term) => keysWith(db, list, term, MOST_MATCHES)));
  const narrow = sets.filter((keys) => keys !== undefined);
  const wide = terms.filter((_, at) => sets[at] === undefined);
  const fits = (row: KeptRow) => wide.every((term) => hasTerm(row, term));
  const few = narrow.length === 0 ? undefined : inAll(narrow);
  if (few === undefined) {
    const first = await amongFirst(db, list, fits);
    if (first.length === HITS || terms.length === 0) return first;
  } else if (few.size <= MOST_COMPARED || wide.length === 0) {
    return (await byLabel(db, list, few)).filter(fits).slice(0, HITS);
  }
  const others = await Promise.all(wide.map((term) => keysWith(db, list, term)));
  const keys = inAll([...narrow, ...others.filter((each) => each !== undefined)]);
  return await firstOf(db, list, keys);
}

/** Returns the first rows by label that fit, as far as they are among the first of the list. */
async function amongFirst(
  db: Database,
  list: string,
  fits: (row: KeptRow) => boolean,
): Promise<readonly KeptRow[]> {
  const found: KeptRow[] = [];
  let from: readonly [string, string, string] = [list, '', ''];
  for (let read = 0; read < MOST_SCANNED && found.length < HITS; read += BATCH) {
    const range = IDBKeyRange.bound(from, [list, '\uffff', '\uffff'], read > 0);
    const rows = await db.getAllFromIndex('rows', 'label', range, BATCH);
    found.push(...rows.filter(fits));
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) break;
    from = [list, last.labelKey, last.key];
  }
  return found.slice(0, HITS);
}

/** Returns the keys that are in all sets. */
function inAll(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const [first = new Set<string>(), ...others] = sets.toSorted((a, b) => a.size - b.size);
  return new Set([...first].filter((key) => others.every((each) => each.has(key))));
}

/** Returns the keys of the rows that have a term; undefined when they are more than `most`. */
async function keysWith(
  db: Database,
  list: string,
  term: Term,
  most?: number,
): Promise<ReadonlySet<string> | undefined> {
  const keys = new Set<string>();
  for (const alternative of term) {
    const [from, to] = rangeOf(alternative);
    const range = IDBKeyRange.bound(`${list} ${from}`, `${list} ${to}`, false, true);
    const limit = most === undefined ? undefined : most + 1;
    const found = await db.getAllKeysFromIndex('rows', 'words', range, limit);
    if (most !== undefined && found.length > most) return undefined;
    for (const [, key] of found) keys.add(key);
  }
  return keys;
}

/** Returns the first rows by label among those with these keys. */
async function firstOf(
  db: Database,
  list: string,
  keys: ReadonlySet<string>,
): Promise<readonly KeptRow[]> {
  if (keys.size <= MOST_SORTED) return (await byLabel(db, list, keys)).slice(0, HITS);
  const first: string[] = [];
  let from: readonly [string, string, string] | undefined = [list, '', ''];
  while (from !== undefined && first.length < HITS) {
    const range = IDBKeyRange.bound(from, [list, '\uffff', '\uffff'], true);
    const next: readonly (readonly [string, string])[] = await db.getAllKeysFromIndex(
      'rows',
      'label',
      range,
      KEY_BATCH,
    );
    first.push(...next.flatMap(([, key]) => (keys.has(key) ? [key] : [])));
    const last = next.at(-1)?.[1];
    const row = last === undefined ? undefined : await db.get('rows', [list, last]);
    from = row && [list, row.labelKey, row.key];
  }
  return await byLabel(db, list, new Set(first.slice(0, HITS)));
}

/** Reads rows, in one transaction, and returns them by label. */
async function byLabel(
  db: Database,
  list: string,
  keys: ReadonlySet<string>,
): Promise<readonly KeptRow[]> {
  const { store } = db.transaction('rows');
  const rows = await Promise.all([...keys].map((key) => store.get([list, key])));
  return rows
    .filter((row) => row !== undefined)
    .toSorted((a, b) => (a.labelKey < b.labelKey ? -1 : 1));
}

const hasTerm = ({ list, words }: KeptRow, term: Term): boolean =>
  term.some(({ text, isWhole }) =>
    words.some((word) =>
      isWhole ? word === `${list} ${text}` : word.startsWith(`${list} ${text}`),
    ),
  );
