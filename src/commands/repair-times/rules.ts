// Where a time in the future keeps something from happening. What only tells when something happened, such as the time
// of a change of a form or of an audit event, stays: nobody knows the right one.
import type { Tables } from '#db/tables.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

interface Rule {
  /** What the rows are, for people. */
  readonly what: string;
  readonly table: keyof Tables;
}

/** A time that is never in the future, from which other times of the row are counted. They all move with it. */
export interface Begun extends Rule {
  readonly begun: string;
  readonly along: readonly string[];
}

/** A time until which something waits, and never longer than `mostMs`. Then the wait ends now. */
export interface Waits extends Rule {
  readonly until: string;
  readonly mostMs: number;
  /** Whether the column is null when nothing waits. */
  readonly isClaim?: boolean;
}

export const BEGUN: readonly Begun[] = [
  {
    what: 'sessions',
    table: 'sessions',
    begun: 'created_at',
    along: ['confirmed_at', 'seen_at', 'expires_at'],
  },
  {
    what: 'visits of public links',
    table: 'public_link_sessions',
    begun: 'created_at',
    along: ['puzzle_ends_at', 'expires_at'],
  },
  { what: 'webhook deliveries', table: 'webhook_deliveries', begun: 'at', along: [] },
  { what: 'webhook deliveries', table: 'webhook_attempts', begun: 'at', along: [] },
  { what: 'exports', table: 'export_jobs', begun: 'created_at', along: ['expires_at'] },
  { what: 'bulk actions', table: 'bulk_acts', begun: 'created_at', along: ['expires_at'] },
  { what: 'repeated requests', table: 'idempotent_answers', begun: 'created_at', along: [] },
  { what: 'failed sign-ins', table: 'sign_in_failures', begun: 'counted_at', along: [] },
  { what: 'files to delete', table: 'loose_files', begun: 'since', along: [] },
  { what: 'accounts', table: 'accounts', begun: 'created_at', along: [] },
];

export const WAITS: readonly Waits[] = [
  {
    what: 'webhook deliveries',
    table: 'webhook_deliveries',
    until: 'next_at',
    mostMs: 2 * DAY_MS,
  },
  {
    what: 'webhook deliveries',
    table: 'webhook_deliveries',
    until: 'claimed_until',
    mostMs: HOUR_MS,
    isClaim: true,
  },
  { what: 'webhooks', table: 'webhooks', until: 'previous_until', mostMs: 8 * DAY_MS },
  { what: 'webhooks', table: 'webhooks', until: 'failing_since', mostMs: 5 * MINUTE_MS },
  { what: 'mails', table: 'notices', until: 'next_at', mostMs: 2 * DAY_MS },
  {
    what: 'mails',
    table: 'notices',
    until: 'claimed_until',
    mostMs: HOUR_MS,
    isClaim: true,
  },
  { what: 'sessions', table: 'sessions', until: 'seen_at', mostMs: 5 * MINUTE_MS },
  { what: 'sessions', table: 'sessions', until: 'confirmed_at', mostMs: 5 * MINUTE_MS },
  { what: 'exports', table: 'export_jobs', until: 'leased_until', mostMs: HOUR_MS },
  { what: 'exports', table: 'export_jobs', until: 'finished_at', mostMs: 5 * MINUTE_MS },
  { what: 'exports', table: 'export_jobs', until: 'expires_at', mostMs: 30 * DAY_MS },
  { what: 'bulk actions', table: 'bulk_acts', until: 'leased_until', mostMs: HOUR_MS },
  { what: 'bulk actions', table: 'bulk_acts', until: 'work_leased_until', mostMs: HOUR_MS },
  { what: 'reminders', table: 'assignments', until: 'reminded_at', mostMs: 5 * MINUTE_MS },
  { what: 'bulk actions', table: 'bulk_acts', until: 'finished_at', mostMs: 5 * MINUTE_MS },
  { what: 'bulk actions', table: 'bulk_acts', until: 'expires_at', mostMs: 30 * DAY_MS },
  { what: 'links to sign in', table: 'sign_in_links', until: 'expires_at', mostMs: 7 * DAY_MS },
  { what: 'links to sign in', table: 'password_requests', until: 'expires_at', mostMs: 7 * DAY_MS },
  { what: 'request limits', table: 'rate_limits', until: 'expire', mostMs: 2 * DAY_MS },
  { what: 'checks of files', table: 'attachments', until: 'check_at', mostMs: 31 * DAY_MS },
  { what: 'leases of background work', table: 'leases', until: 'expires_at', mostMs: DAY_MS },
];
