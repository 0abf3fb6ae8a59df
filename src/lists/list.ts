import type { Actor } from '#kernel/actor.ts';
import type { JsonObject } from '#kernel/json.ts';

/** Limits of lists. Browsers read them too. */
export const LIST_LIMITS = {
  /** Active rows of one list. */
  rows: 100_000,
  columns: 50,
  /** Characters of one cell. */
  cell: 1000,
  /** Characters of the key of a row, which is in an index. */
  key: 200,
  /** Bytes of one file. */
  bytes: 20_000_000,
  /** Lists of one account. */
  lists: 1000,
  /** Rows of one request that writes single rows. */
  rowsAtOnce: 500,
  /** Rows that a search returns. */
  hits: 50,
  /** Rows that a search by a public link returns, and the characters that it needs. */
  publicHits: 20,
  publicTyped: 2,
  /** Columns whose values are found by a search, and by which a field can be narrowed: the first ones. */
  searched: 10,
  /** Users and groups that rights are given to. */
  grants: 1000,
  /** Characters of names of lists and columns. */
  name: 200,
} as const;

export type ColumnType = 'text' | 'number' | 'date';

export interface ListColumn {
  /** Names the column in templates and in the API; it never changes. */
  readonly key: string;
  /** The heading for people, and in a file. */
  readonly label: string;
  readonly type: ColumnType;
}

/** `use`: choose rows in a form, and read them. `manage`: change everything, and delete the list. */
export type ListRight = 'use' | 'manage';

/** Lets a user, the members of a group, or everybody with a role use a list. */
export interface ListGrant {
  readonly type: 'User' | 'Group' | 'Role';
  /** The id of a user or group; of roles, `everyone`, or `designers`, which admins are too. */
  readonly id: string;
  /** Whether they may manage it too. */
  readonly manage: boolean;
}

export interface List {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly columns: readonly ListColumn[];
  readonly keyColumn: string;
  readonly labelColumn: string;
  /** Counts the changes of the rows; 0 before the first rows. */
  readonly version: number;
  /** The highest sequence number of its rows. */
  readonly seq: number;
  readonly activeRows: number;
  readonly inactiveRows: number;
  readonly grants: readonly ListGrant[];
  /** The columns that people with a public link may read, in the order of `columns`; none: the list is not public. */
  readonly publicColumns: readonly string[];
  /** Begins the words by which such people find rows. */
  readonly publicMark: number;
  /** Counts the changes of everything but the rows. */
  readonly revision: number;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The current state of a row. */
export interface Row {
  readonly key: string;
  readonly label: string;
  readonly active: boolean;
  /** Increases with each change of any row of the list. */
  readonly seq: number;
  /** Counts the changes of this row, from 1. */
  readonly revision: number;
  /** The values by column, without empty ones: text, numbers, and days as YYYY-MM-DD. */
  readonly cells: JsonObject;
}

/** A row as people with a public link see it: its cells are those of the public columns. */
export interface PublicRow extends Pick<Row, 'key' | 'label' | 'seq' | 'cells'> {}

/** A row as somebody sends it, checked. */
export interface NewRow {
  readonly key: string;
  readonly label: string;
  readonly cells: JsonObject;
  readonly active: boolean;
}

/** The number of rows that a write adds, changes, leaves as they are, and deactivates. */
export interface RowCounts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly deactivated: number;
}

export interface NewList {
  readonly name: string;
  readonly columns: readonly ListColumn[];
  readonly keyColumn: string;
  readonly labelColumn: string;
  /** By default everyone may use it; the creator may manage it in any case. */
  readonly grants?: readonly ListGrant[] | undefined;
}

/** Undefined properties stay as they are. */
export interface ListChanges {
  readonly name?: string | undefined;
  /** All columns that the list has, with other labels or in another order, and new ones. */
  readonly columns?: readonly ListColumn[] | undefined;
  readonly grants?: readonly ListGrant[] | undefined;
  /** The revision that the caller has read. */
  readonly ifRevision?: number | undefined;
}

export interface ListViewer {
  readonly accountId: string;
  readonly userId: string;
  readonly role: 'admin' | 'designer' | 'member';
}

export interface ListActor extends Actor, ListViewer {
  readonly userId: string;
}
