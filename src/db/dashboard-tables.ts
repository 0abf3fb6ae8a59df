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

/** The mails with the link of a dashboard that people asked for. */
export interface DashboardMailsTable {
  account_id: Fixed<string>;
  dashboard_id: Fixed<string>;
  user_id: Fixed<string>;
  every: 'day' | 'week' | 'month';
  /** A day of the week, 1 for Monday, or of the month; null for mails of every day. */
  on_day: number | null;
  hour: number;
  /** When the next mail is due. */
  next_at: number;
  /** The time zone of the account when `next_at` was computed. */
  time_zone: string;
}
