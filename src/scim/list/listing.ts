import type { RawBuilder } from 'kysely';
import type { Condition } from '#scim/filter/operand.ts';
import type { Selection } from '#scim/filter/selection.ts';
import type { SortKey } from '#scim/filter/sort-key.ts';

/** What is listed of one resource type. Only what is visible exists: break-glass users do not. */
export interface Listing {
  readonly type: 'User' | 'Group';
  readonly table: 'users' | 'groups';
  /** The index of the table's primary key, in SQLite. */
  readonly key: string;
  readonly accountId: string;
  /** Of row `r`; left out: all are visible. */
  readonly visible?: Condition;
  /** The few that are not, in any order. */
  readonly hidden?: RawBuilder<{ id: string }>;
  /** Left out: all of them. */
  readonly selection: Selection | undefined;
  /** Left out: nothing of it has a value to sort by, so that id decides. */
  readonly sort: SortKey | undefined;
}
