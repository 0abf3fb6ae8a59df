import type { Reader } from '#db/database.ts';

/** The key of the only row, since there is one mail server. */
const NAME = 'mail';

export interface MailTrouble {
  /** When the first letter was refused, in milliseconds since the epoch. */
  readonly since: number;
  /** The codes of the latest refusal. Older versions stored them in brackets behind an English sentence. */
  readonly codes: string;
}

/** Records that the mail server refused a letter temporarily. */
export async function recordMailTrouble(db: Reader, now: number, codes: string): Promise<void> {
  await db
    .insertInto('mail_trouble')
    .values({ name: NAME, since: now, reason: codes })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ reason: codes }))
    .execute();
}

/** Deletes the record, after the mail server accepted a letter. */
export async function forgetMailTrouble(db: Reader): Promise<void> {
  await db.deleteFrom('mail_trouble').where('name', '=', NAME).execute();
}

export async function readMailTrouble(db: Reader): Promise<MailTrouble | undefined> {
  const row = await db
    .selectFrom('mail_trouble')
    .select(['since', 'reason'])
    .where('name', '=', NAME)
    .executeTakeFirst();
  return row && { since: row.since, codes: /\((.*)\)$/s.exec(row.reason)?.[1] ?? row.reason };
}
