import type { Generated } from 'kysely';
import type { Fixed, Flag } from './column-types.ts';

export interface ListTables {
  lists: ListsTable;
  list_grants: ListGrantsTable;
  list_versions: ListVersionsTable;
  list_rows: ListRowsTable;
  list_words: ListWordsTable;
  list_cleanings: ListCleaningsTable;
  template_lists: TemplateListsTable;
}

/** Shared lists, from which people choose in forms. */
interface ListsTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  name: string;
  name_key: string;
  /** JSON: a list of `{ key, label, type }`. */
  columns: string;
  key_column: Fixed<string>;
  label_column: Fixed<string>;
  /** The version that everybody sees; 0 before the first rows. */
  version: number;
  /** The highest sequence number of the rows of this version and of all earlier ones. */
  last_seq: number;
  active_rows: number;
  inactive_rows: number;
  /** A random name of the write that makes the next version; null: nobody writes. */
  writer: string | null;
  /** Until when the writer holds the list, in ms since the epoch, unless it renews this. */
  writer_until: number | null;
  /** Counts changes of the list itself, but not of its rows. */
  revision: number;
  created_by: Fixed<string>;
  created_at: Fixed<number>;
  updated_at: number;
  /** JSON: the keys of the columns that people with a public link may read; null: the list is not public. */
  public_columns: string | null;
  /** Begins the words by which such people find rows; 0 before the list was public for the first time. */
  public_mark: Generated<number>;
}

/** One row per user, group or role that may use a list. */
interface ListGrantsTable {
  account_id: Fixed<string>;
  list_id: Fixed<string>;
  /** The id of a user or group, or the name of a role: `everyone`, or `designers`, which admins are too. */
  subject: Fixed<string>;
  subject_type: Fixed<'User' | 'Group' | 'Role'>;
  /** 1: may change everything. 0: may choose rows in forms, and read them. */
  manage: Fixed<Flag>;
}

interface ListVersionsTable {
  account_id: Fixed<string>;
  list_id: Fixed<string>;
  number: Fixed<number>;
  at: Fixed<number>;
  by_user: Fixed<string>;
  via: Fixed<'file' | 'rows'>;
  added: Fixed<number>;
  changed: Fixed<number>;
  deactivated: Fixed<number>;
  /** How many rows were active in this version. */
  active_rows: Fixed<number>;
}

/** The state of one row from one version to another. A row that changes gets another one, with a higher `seq`. */
interface ListRowsTable {
  account_id: Fixed<string>;
  list_id: Fixed<string>;
  /** Increases with each state of a row of the list. */
  seq: Fixed<number>;
  row_key: Fixed<string>;
  /** The first version that has this state. */
  since: Fixed<number>;
  /** The first version that no longer has it; 2147483647 while it is current. */
  until: number;
  active: Fixed<Flag>;
  /** Counts the states of the row. */
  revision: Fixed<number>;
  /** Folded and shortened, to sort by. */
  label_key: Fixed<string>;
  label: Fixed<string>;
  /** The words of `list_words`, in order, each with a space before and after it. */
  words: string;
  /** JSON: the values by column. */
  cells: Fixed<string>;
}

/** One row per searchable word of a row's state. */
interface ListWordsTable {
  account_id: Fixed<string>;
  list_id: Fixed<string>;
  /**
   * Folded (search/words.ts), or `=column:value` to find rows by the value of a column. After `~mark:`, it is a word of a
   * public column.
   */
  word: Fixed<string>;
  seq: Fixed<number>;
}

/** Which templates use a list, in which version. */
interface TemplateListsTable {
  account_id: Fixed<string>;
  list_id: Fixed<string>;
  template_id: Fixed<string>;
  /** Empty: the draft. */
  version_id: Fixed<string>;
}

/** Lists with rows that wait to be deleted. */
interface ListCleaningsTable {
  account_id: Fixed<string>;
  list_id: Fixed<string>;
}
