import type { Reader, Tx } from '#db/database.ts';

/** A form that a person has yet to be told about. */
export interface DigestEntry {
  readonly formId: string;
  /** The assignee: the person, or a group they belong to. */
  readonly assigneeId: string;
}

interface Person {
  readonly accountId: string;
  readonly userId: string;
}

/** Returns whether a person has yet to be told about a form. */
export async function isQueuedFor(
  db: Reader,
  { accountId, userId, formId }: Person & Pick<DigestEntry, 'formId'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('waiting_news')
    .select('form_id')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('form_id', '=', formId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertDigestEntry(
  db: Reader,
  entry: Person & DigestEntry,
  now: number,
): Promise<void> {
  const { accountId, userId, formId, assigneeId } = entry;
  await db
    .insertInto('waiting_news')
    .values({
      account_id: accountId,
      user_id: userId,
      form_id: formId,
      assignee_id: assigneeId,
      at: now,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id', 'form_id']).doNothing())
    .execute();
}

/** Lists people whose first form was queued before the given time, longest wait first. */
export async function selectDigestRecipients(
  db: Reader,
  before: number,
  { skipped, limit }: { readonly skipped: number; readonly limit: number },
): Promise<readonly Person[]> {
  const rows = await db
    .selectFrom('waiting_news')
    .select(['account_id', 'user_id'])
    .select((eb) => eb.fn.min('at').as('first'))
    .where('at', '<=', before)
    .groupBy(['account_id', 'user_id'])
    .orderBy('first')
    .orderBy('account_id')
    .orderBy('user_id')
    .limit(limit)
    .offset(skipped)
    .execute();
  return rows.map((row) => ({ accountId: row.account_id, userId: row.user_id }));
}

/** Removes all queued forms of a person and returns them, oldest first. */
export async function takeDigestEntries(
  tx: Tx,
  { accountId, userId }: Person,
): Promise<readonly DigestEntry[]> {
  const rows = await tx
    .deleteFrom('waiting_news')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .returning(['form_id', 'assignee_id', 'at'])
    .execute();
  return rows
    .toSorted((a, b) => Number(a.at) - Number(b.at))
    .map((row) => ({ formId: row.form_id, assigneeId: row.assignee_id }));
}
