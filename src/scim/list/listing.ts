import type { RawBuilder } from 'kysely';
import type { Condition } from '#scim/filter/operand.ts';
import type { Selection } from '#scim/filter/selection.ts';
import type { SortKey } from '#scim/filter/sort-key.ts';

/** The resources of one type to list. Only visible ones exist for SCIM: break-glass users do not. */
export interface Listing {
  readonly type: 'User' | 'Group';
  readonly table: 'users' | 'groups';
  /** The index of the table's primary key, in SQLite. */
  readonly key: string;
  readonly accountId: string;
  /** The condition for a visible row `r`; undefined when all are visible. */
  readonly visible?: Condition;
  /** Selects the few hidden ids, in any order. */
  readonly hidden?: RawBuilder<{ id: string }>;
  /** The filter; undefined selects all rows. */
  readonly selection: Selection | undefined;
  /** The sort key; undefined when no row has a value to sort by, so that the id decides. */
  readonly sort: SortKey | undefined;
}
