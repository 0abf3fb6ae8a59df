import type { Reader, Tx } from '#db/database.ts';

/** The most fonts of an account; an archive may bring more, which are not used. */
export const MAX_FONTS = 3;

/** A font without its bytes. */
export interface StoredFont {
  readonly id: string;
  readonly name: string;
  readonly characters: number;
  /** In bytes. */
  readonly size: number;
  readonly sha256: string;
  readonly createdAt: number;
}

/** Returns the fonts of an account, the oldest first: in the order in which PDFs use them. */
export async function listFonts(db: Reader, accountId: string): Promise<readonly StoredFont[]> {
  const rows = await db
    .selectFrom('account_fonts')
    .select(['id', 'name', 'characters', 'size', 'sha256', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_FONTS)
    .execute();
  return rows.map(({ created_at, ...font }) => ({ ...font, createdAt: Number(created_at) }));
}

/** Returns the file of a font; undefined when it was removed. */
export async function readFont(
  db: Reader,
  accountId: string,
  id: string,
): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('account_fonts')
    .select('bytes')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && Buffer.from(row.bytes, 'base64');
}

export async function insertFont(
  tx: Tx,
  accountId: string,
  { createdAt, ...font }: StoredFont,
  bytes: Uint8Array,
): Promise<void> {
  await tx
    .insertInto('account_fonts')
    .values({
      account_id: accountId,
      ...font,
      bytes: Buffer.from(bytes).toString('base64'),
      created_at: createdAt,
    })
    .execute();
}

/** Deletes a font. @returns its name and size; undefined when there is none with this id */
export async function deleteFontRow(tx: Tx, accountId: string, id: string) {
  return await tx
    .deleteFrom('account_fonts')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning(['name', 'size'])
    .executeTakeFirst();
}
