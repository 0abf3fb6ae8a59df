import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf, selectThrough } from '#db/dialect.ts';
import { precompile } from '#db/precompile.ts';

/** Stores who is asked together, users and groups. @returns the id that every panel of these members has */
export async function keepPanel(
  tx: Tx,
  accountId: string,
  memberIds: readonly string[],
): Promise<string> {
  const members = [...new Set(memberIds)].toSorted();
  const id = createHash('sha256').update(members.join()).digest('hex').slice(0, 32);
  await tx
    .insertInto('review_panels')
    .values(members.map((member) => ({ account_id: accountId, id, member_id: member })))
    .onConflict((conflict) => conflict.columns(['account_id', 'id', 'member_id']).doNothing())
    .execute();
  return id;
}

/** Returns the users and groups of a panel. */
export async function panelMembers(
  db: Reader,
  accountId: string,
  id: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('review_panels')
    .select('member_id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .orderBy('member_id')
    .execute();
  return rows.map(({ member_id: member }) => member);
}

/** Returns the panels that somebody belongs to, as one of these users and groups. */
export async function panelsOf(
  db: Reader,
  accountId: string,
  subjects: readonly string[],
): Promise<readonly string[]> {
  const listed = engineOf(db) === 'postgres' ? subjects : JSON.stringify(subjects);
  const rows = await panelsBy(db, { accountId, subjects: listed });
  return rows.map(({ id }) => id);
}

interface PanelsBy {
  readonly accountId: string;
  readonly subjects: string | readonly string[];
}

// Compiled once: every list of forms asks.
const panelsBy = precompile<{ id: string }, PanelsBy>((db, { accountId, subjects }) =>
  selectThrough(db, 'review_panels', 'review_panels_by_member')
    .select('id')
    .distinct()
    .where('account_id', '=', accountId)
    .where(
      engineOf(db) === 'postgres'
        ? sql<boolean>`member_id = any(${subjects}::text[])`
        : sql<boolean>`member_id in (select value from json_each(${subjects}))`,
    )
    .orderBy('id'),
);
