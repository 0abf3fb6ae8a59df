import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { deleteOldRows, type OldRows } from '#db/delete-old-rows.ts';
import { selectThrough } from '#db/dialect.ts';
import { letOthersIn } from '#kernel/in-turns.ts';

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
export async function findStoredAnswer(
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
  await deleteOldRows(db, [{ ...TABLE, where }]);
  const surplus: OldRows[] = [];
  for (let owner = await findNextOwner(db); owner; owner = await findNextOwner(db, owner)) {
    const newest = await findNewestBeyond(db, owner, most);
    if (newest) surplus.push({ ...TABLE, where: sql`${ofOwner(owner)} and ${isUpTo(newest)}` });
    await letOthersIn();
  }
  await deleteOldRows(db, surplus);
}

const TABLE = { table: 'idempotent_answers', key: ['account_id', 'id'] } as const;

type Owner = Pick<StoredAnswer, 'accountId' | 'owner'>;
type Position = Pick<StoredAnswer, 'createdAt' | 'id'>;

/** Finds the first owner of results, or the one that follows, by one look-up in an index. */
async function findNextOwner(db: Reader, after?: Owner): Promise<Owner | undefined> {
  const from = after
    ? sql<boolean>`(account_id, owner) > (${after.accountId}, ${after.owner})`
    : sql<boolean>`true`;
  return selectThrough(db, 'idempotent_answers', BY_OWNER)
    .select(['account_id as accountId', 'owner'])
    .where(from)
    .orderBy('account_id')
    .orderBy('owner')
    .limit(1)
    .executeTakeFirst();
}

/** Finds the newest result that is one too many. It reads at most one more entry of an index than may be kept. */
async function findNewestBeyond(
  db: Reader,
  owner: Owner,
  most: number,
): Promise<Position | undefined> {
  return selectThrough(db, 'idempotent_answers', BY_OWNER)
    .select(['created_at as createdAt', 'id'])
    .where(ofOwner(owner))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(most)
    .executeTakeFirst();
}

const BY_OWNER = 'idempotent_answers_by_owner';

const ofOwner = ({ accountId, owner }: Owner) =>
  sql<boolean>`account_id = ${accountId} and owner = ${owner}`;

const isUpTo = ({ createdAt, id }: Position) =>
  sql<boolean>`(created_at, id) <= (${createdAt}, ${id})`;
