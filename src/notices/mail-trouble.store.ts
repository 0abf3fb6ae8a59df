import type { Reader } from '#db/database.ts';

/** There is one mail server, so there is one row. */
const NAME = 'mail';

export interface MailTrouble {
  /** Milliseconds since the epoch: of the first letter that it did not take. */
  readonly since: number;
  /** Of the last one; holds no secret and no address. */
  readonly reason: string;
}

/** The mail server did not take a letter for now. */
export async function noteMailTrouble(db: Reader, now: number, reason: string): Promise<void> {
  await db
    .insertInto('mail_trouble')
    .values({ name: NAME, since: now, reason })
    .onConflict((clash) => clash.column('name').doUpdateSet({ reason }))
    .execute();
}

/** It took one. */
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
