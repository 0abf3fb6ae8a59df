import type { Fixed } from './column-types.ts';

/** Charts of answers that somebody put together. */
export interface DashboardsTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  name: string;
  /** Folded, for sorting. */
  name_key: string;
  /** The user who made it. */
  owner_id: Fixed<string>;
  /** A JSON list of what each tile counts and how it is shown. */
  tiles: string;
  revision: number;
  created_at: Fixed<number>;
  updated_at: number;
}

/** The groups that a dashboard is shared with. */
export interface DashboardGroupsTable {
  account_id: Fixed<string>;
  dashboard_id: Fixed<string>;
  group_id: Fixed<string>;
}
