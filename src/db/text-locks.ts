import { sql } from 'kysely';
import { engineOf, type Reader } from './dialect.ts';
import { later } from './flush.ts';

// SQLite has one writer at a time: BEGIN IMMEDIATE already is each of these locks.

/** Locks a text until the transaction ends, before its next statement; others that lock the same text wait. */
export async function lockText(tx: Reader, text: string): Promise<void> {
  if (engineOf(tx) === 'sqlite') return;
  await later(tx, sql`select pg_advisory_xact_lock(hashtextextended(${text}, 0))`);
}

/** Like {@link lockText}, but returns false where that would wait. On SQLite writers wait for each other in any case. */
export async function tryLockText(tx: Reader, text: string): Promise<boolean> {
  if (engineOf(tx) === 'sqlite') return true;
  const { rows } = await sql<{ readonly locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${text}, 0)) as locked`.execute(tx);
  return rows[0]?.locked === true;
}

/** Locks a text together with other shared locks; {@link lockText} waits until all of them end. */
export async function lockTextShared(tx: Reader, text: string): Promise<void> {
  if (engineOf(tx) === 'sqlite') return;
  await later(tx, sql`select pg_advisory_xact_lock_shared(hashtextextended(${text}, 0))`);
}
