import type { Reader } from '#db/database.ts';

/** The key of the only row, since there is one mail server. */
const NAME = 'mail';

export interface MailTrouble {
  /** When the first letter was refused, in milliseconds since the epoch. */
  readonly since: number;
  /** Reason of the latest refusal; contains no secret and no address. */
  readonly reason: string;
}

/** Records that the mail server refused a letter temporarily. */
export async function recordMailTrouble(db: Reader, now: number, reason: string): Promise<void> {
  await db
    .insertInto('mail_trouble')
    .values({ name: NAME, since: now, reason })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ reason }))
    .execute();
}

/** Deletes the record, after the mail server accepted a letter. */
export async function forgetMailTrouble(db: Reader): Promise<void> {
  await db.deleteFrom('mail_trouble').where('name', '=', NAME).execute();
}

export async function readMailTrouble(db: Reader): Promise<MailTrouble | undefined> {
  return await db
    .selectFrom('mail_trouble')
    .select(['since', 'reason'])
    .where('name', '=', NAME)
    .executeTakeFirst();
}
