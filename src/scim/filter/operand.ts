import type { RawBuilder } from 'kysely';

export type Condition = RawBuilder<boolean>;
export type FilterValue = string | number | boolean;

/** The SQL of a simple attribute's value: in the resource's row `r`, or in an element's row `e`. */
export interface Operand {
  /** Null when there is no value. Text is already folded where case does not matter; a flag is 1 or 0. */
  readonly ref: RawBuilder<unknown>;
  readonly kind: 'text' | 'number';
  /** Converts the filter's value for the comparison; undefined when it is used unchanged. */
  readonly bind?: (value: FilterValue) => string | number;
  /** Returns the stored value that `eq` means, where several spellings are one value; undefined: the value itself. */
  readonly meant?: (value: string | number) => RawBuilder<unknown>;
  /** True when `ref` is never null. */
  readonly required?: true;
  /** The stored value, when `ref` supplies a default for a missing one. */
  readonly stored?: RawBuilder<unknown>;
  readonly access?: IndexedOperand;
}

/** An index that finds the rows equal to a value, or in a range of values. */
export interface IndexedOperand {
  /** The index, if it belongs to the resource's own table. */
  readonly index?: string;
  /** The lowest rank of several and-ed terms is used first: 0 is a key of the resource itself. */
  readonly rank: number;
  /** True when at most one resource has a value. */
  readonly unique?: true;
  /** Returns the rows for which a condition on `ref` holds; undefined when the index cannot find them. */
  readonly lead: (test: IndexTest) => Lead | undefined;
}

export interface IndexTest {
  readonly operator: 'eq' | 'sw' | 'gt' | 'ge' | 'lt' | 'le' | 'co' | 'ew';
  readonly value: string | number;
  /** The same test in SQL. */
  readonly condition: Condition;
}

/**
 * The FROM of a query whose index decides which rows are read. If it is not the resource's own table, it uses only
 * columns of that index: without statistics SQLite estimates ten rows for a whole account, and would rather read all of
 * them than read outside the index.
 */
export interface Lead {
  readonly from: RawBuilder<unknown>;
  /** The id of the resource that a row belongs to. */
  readonly owner: RawBuilder<string>;
  readonly where: Condition;
  /** The name of the index, when `from` is the resource's own table as `r`. */
  readonly own?: string;
  /** True when rows come in order of owner, so that a page reads no more of them than it shows. */
  readonly ordered: boolean;
  /** True when a limit on the rows returned also limits the rows read. */
  readonly bounded: boolean;
}
