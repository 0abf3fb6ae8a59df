import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';

/** A stored file of a form: what was uploaded, or the picture that is shown of it. */
export interface FileOfForm {
  readonly accountId: string;
  /** The id of the attachment. */
  readonly id: string;
  readonly what: 'file' | 'picture';
}

/** As the partial index says it, so that both engines read only that. */
const isDamaged = sql<boolean>`(damaged_at is not null or picture_damaged_at is not null)`;

const COLUMNS = { file: 'damaged_at', picture: 'picture_damaged_at' } as const;

/** Records that a stored file is missing or has other bytes. The time of the first finding stays. */
export async function markDamaged(db: Reader, file: FileOfForm, now: number): Promise<void> {
  const column = COLUMNS[file.what];
  await db
    .updateTable('attachments')
    .set({ [column]: now })
    .where('account_id', '=', file.accountId)
    .where('id', '=', file.id)
    .where(column, 'is', null)
    .execute();
}

/** Records that a stored file is as it was stored, after it was marked as damaged. */
export async function markIntact(db: Reader, file: FileOfForm): Promise<void> {
  const column = COLUMNS[file.what];
  await db
    .updateTable('attachments')
    .set({ [column]: null })
    .where('account_id', '=', file.accountId)
    .where('id', '=', file.id)
    .where(column, 'is not', null)
    .execute();
}

/** Returns the first forms of an account with a damaged file, by the id of the attachment. */
export async function readDamagedForms(
  db: Reader,
  accountId: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('attachments')
    .select('form_id')
    .where('account_id', '=', accountId)
    .where(isDamaged)
    .orderBy('id')
    .limit(limit)
    .execute();
  return [...new Set(rows.map((row) => row.form_id))];
}

export interface Damage {
  /** How many attachments have a damaged file or picture. */
  readonly count: number;
  /** When the first of them was found, in milliseconds since the epoch. */
  readonly since: number;
}

/** Returns what is damaged in one account, or in all; undefined if nothing is. */
export async function readDamage(db: Reader, accountId?: string): Promise<Damage | undefined> {
  const row = await db
    .selectFrom('attachments')
    .select((eb) => [
      eb.fn.countAll<number | string>().as('count'),
      eb.fn.min<number | string | null>('damaged_at').as('file'),
      eb.fn.min<number | string | null>('picture_damaged_at').as('picture'),
    ])
    .where(isDamaged)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .executeTakeFirstOrThrow();
  const times = [row.file, row.picture].flatMap((at) => (at === null ? [] : [Number(at)]));
  return times.length === 0 ? undefined : { count: Number(row.count), since: Math.min(...times) };
}
