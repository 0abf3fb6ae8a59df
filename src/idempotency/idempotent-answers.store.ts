import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { deleteOldRows } from '#db/delete-old-rows.ts';

/** How long a result is kept, in milliseconds. */
export const KEPT_MS = 86_400_000;
/** So many results of one credential are kept; the oldest go first. */
const MOST_KEPT = 10_000;

export interface StoredAnswer {
  readonly accountId: string;
  /** A digest of the key and its owner. */
  readonly id: string;
  /** The credential that sent the request, or its user. */
  readonly owner: string;
  /** A digest of the request. */
  readonly fingerprint: string;
  /** Sealed JSON. */
  readonly result: string;
  readonly createdAt: number;
}

type AnswerKey = Pick<StoredAnswer, 'accountId' | 'id'>;

/** Returns the answer with this id that was stored after `since`. */
export async function findAnswer(
  tx: Tx,
  { accountId, id }: AnswerKey,
  since: number,
): Promise<Pick<StoredAnswer, 'fingerprint' | 'result'> | undefined> {
  return tx
    .selectFrom('idempotent_answers')
    .select(['fingerprint', 'result'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('created_at', '>', since)
    .executeTakeFirst();
}

/** Stores an answer in place of an older one with the same id. */
export async function storeAnswer(tx: Tx, answer: StoredAnswer): Promise<void> {
  const { accountId, id, owner, fingerprint, result, createdAt } = answer;
  await tx
    .deleteFrom('idempotent_answers')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  await tx
    .insertInto('idempotent_answers')
    .values({ account_id: accountId, id, owner, fingerprint, result, created_at: createdAt })
    .execute();
}

/** Deletes the results that are older than a day, and the oldest of credentials that have stored too many. */
export async function forgetIdempotentAnswers(
  db: Reader,
  now: number,
  most: number = MOST_KEPT,
): Promise<void> {
  const where = sql<boolean>`created_at <= ${now - KEPT_MS}`;
  await deleteOldRows(db, [{ table: 'idempotent_answers', key: ['account_id', 'id'], where }]);
  await sql`
    delete from idempotent_answers where (account_id, id) in (
      select account_id, id from (
        select account_id, id, row_number() over (
          partition by account_id, owner order by created_at desc, id desc
        ) as place from idempotent_answers
      ) as ranked where place > ${most}
    )`.execute(db);
}
