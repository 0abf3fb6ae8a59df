import type { RawBuilder } from 'kysely';

export type Condition = RawBuilder<boolean>;
export type FilterValue = string | number | boolean;

/** Where SQL finds the value of a simple attribute: in the resource's row `r`, or in an element's row `e`. */
export interface Operand {
  /** Null where there is no value. Text is folded already where case does not matter; a flag is 1 or 0. */
  readonly ref: RawBuilder<unknown>;
  readonly kind: 'text' | 'number';
  /** How the filter's value is written to compare with it; left out: as it is. */
  readonly bind?: (value: FilterValue) => string | number;
  /** Never null. */
  readonly required?: true;
  /** What is stored, where `ref` gives a value to what has none. */
  readonly stored?: RawBuilder<unknown>;
  readonly access?: IndexedOperand;
}

/** An index finds the rows that equal a value, or lie in a range of values. */
export interface IndexedOperand {
  /** The index, where it is one of the resource's own table. */
  readonly index?: string;
  /** The narrowest of several and-ed terms leads: 0 is a key of the resource itself. */
  readonly rank: number;
  /** At most one resource has a value. */
  readonly unique?: true;
  /** The rows for which a condition on `ref` holds; undefined when the index can't tell. */
  readonly lead: (test: IndexTest) => Lead | undefined;
}

export interface IndexTest {
  readonly operator: 'eq' | 'sw' | 'gt' | 'ge' | 'lt' | 'le' | 'co' | 'ew';
  readonly value: string | number;
  /** The same in SQL. */
  readonly condition: Condition;
}

/**
 * What stands in FROM so that its index decides which rows are read. Where it is another table than the resource's
 * own it asks only for columns of that index: without statistics SQLite takes all rows of an account for ten, and
 * would rather read them all than look beside the index.
 */
export interface Lead {
  readonly from: RawBuilder<unknown>;
  /** The id of the resource that its row belongs to. */
  readonly owner: RawBuilder<string>;
  readonly where: Condition;
  /** The name of the index, when `from` is the resource's own table as `r`. */
  readonly own?: string;
  /** Rows come in order of owner, so that a page reads no more of them than it shows. */
  readonly ordered: boolean;
  /** Whoever takes so many rows has not looked at more. */
  readonly bounded: boolean;
}
