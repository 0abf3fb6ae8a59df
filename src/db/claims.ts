import { type RawBuilder, sql } from 'kysely';
import { engineOf, type Reader } from './dialect.ts';

/**
 * The time by which claims and leases are judged, in milliseconds: PostgreSQL's own, since the clocks of nodes differ, by
 * minutes where one is not kept. One process serves SQLite, so `now` of its clock will do there.
 */
export function storageNow(db: Reader, now: number): RawBuilder<number> {
  return engineOf(db) === 'postgres'
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`${now}`;
}

/** When a claim ends that begins now. @param lifeMs how long it lasts, in milliseconds */
export const claimEnd = (db: Reader, now: number, lifeMs: number): RawBuilder<number> =>
  sql<number>`(${storageNow(db, now)} + ${lifeMs})`;

/** Of a table with `claimed_until`: nobody has the row, since its node gave it back or died long enough ago. */
export const isUnclaimed = (db: Reader, now: number): RawBuilder<boolean> =>
  sql<boolean>`(claimed_until is null or claimed_until <= ${storageNow(db, now)})`;
