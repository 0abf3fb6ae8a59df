import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';

const COLUMNS = {
  fileBytes: 'quota_file_bytes',
  forms: 'quota_forms',
  answerBytes: 'quota_answer_bytes',
} as const;

/** The amounts that have limits. */
export type QuotaName = keyof typeof COLUMNS;
export const QUOTA_NAMES = [
  'fileBytes',
  'forms',
  'answerBytes',
] as const satisfies readonly QuotaName[];

interface Kept {
  readonly used: number;
  /** The limit that an operator set for this account. 0: no limit; undefined: the settings decide. */
  readonly ownLimit: number | undefined;
}

/** Reads the total and the account's own limit, in one statement, because every new form needs both. */
export async function readKept(db: Reader, accountId: string, name: QuotaName): Promise<Kept> {
  const { rows } = await sql<Row>`
    select ${sql.ref(COLUMNS[name])} as own, (
      select sum(value) from counters where account_id = ${accountId} and name = ${name}
    ) as used from accounts where id = ${accountId}`.execute(db);
  const { own = null, used } = rows[0] ?? {};
  return { used: Number(used ?? 0), ownLimit: own === null ? undefined : Number(own) };
}

interface Row {
  readonly own: number | string | null;
  readonly used: number | string | null;
}

/** Saves limits of an account. null: the settings decide; 0: no limit. Omitted limits stay as they are. */
export async function saveLimits(
  tx: Tx,
  accountId: string,
  { fileBytes, forms, answerBytes }: Readonly<Partial<Record<QuotaName, number | null>>>,
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({
      ...(fileBytes !== undefined && { quota_file_bytes: fileBytes }),
      ...(forms !== undefined && { quota_forms: forms }),
      ...(answerBytes !== undefined && { quota_answer_bytes: answerBytes }),
    })
    .where('id', '=', accountId)
    .execute();
}
