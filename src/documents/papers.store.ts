import { Check } from 'typebox/schema';
import type { Reader, Tx } from '#db/database.ts';
import { later } from '#db/flush.ts';
import { PaperContent } from './paper-messages.ts';

/** Base64 makes a third more of it. */
const PART_BYTES = 393_216;

export type PaperKind = 'original' | 'base';

export interface NewPaper {
  readonly id: string;
  /** Of the original, in hexadecimal. */
  readonly sha256: string;
  /** Of the original and the base together, in bytes. */
  readonly size: number;
  readonly content: PaperContent;
  readonly createdAt: number;
}

export async function insertPaper(
  tx: Tx,
  accountId: string,
  { createdAt, content, ...paper }: NewPaper,
  files: Readonly<Record<PaperKind, Uint8Array>>,
): Promise<void> {
  const row = { account_id: accountId, ...paper, content: JSON.stringify(content) };
  await tx
    .insertInto('document_papers')
    .values({ ...row, created_at: createdAt })
    .execute();
  for (const kind of ['original', 'base'] as const) {
    const bytes = Buffer.from(files[kind]);
    for (let at = 0; at < bytes.length; at += PART_BYTES) {
      const part = bytes.toString('base64', at, at + PART_BYTES);
      const place = { account_id: accountId, paper_id: paper.id, kind, position: at / PART_BYTES };
      await later(tx, tx.insertInto('document_parts').values({ ...place, bytes: part }));
    }
  }
}

/** Returns what is known of a paper; undefined if there is none. */
export async function findPaper(
  db: Reader,
  accountId: string,
  id: string,
): Promise<PaperContent | undefined> {
  const row = await db
    .selectFrom('document_papers')
    .select('content')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  const content: unknown = row && JSON.parse(row.content);
  return Check(PaperContent, content) ? content : undefined;
}

/** Returns a PDF of a paper; undefined if there is none. */
export async function readPaperFile(
  db: Reader,
  accountId: string,
  id: string,
  kind: PaperKind,
): Promise<Uint8Array | undefined> {
  const parts = await db
    .selectFrom('document_parts')
    .select('bytes')
    .where('account_id', '=', accountId)
    .where('paper_id', '=', id)
    .where('kind', '=', kind)
    .orderBy('position')
    .execute();
  if (parts.length === 0) return undefined;
  return Buffer.concat(parts.map(({ bytes }) => Buffer.from(bytes, 'base64')));
}

/** Deletes a paper on which no document is drawn any more. @returns its size; 0 if it stays */
export async function deleteUnusedPaper(tx: Tx, accountId: string, id: string): Promise<number> {
  const used = await tx
    .selectFrom('documents')
    .select('id')
    .where('account_id', '=', accountId)
    .where('paper_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (used) return 0;
  await tx
    .deleteFrom('document_parts')
    .where('account_id', '=', accountId)
    .where('paper_id', '=', id)
    .execute();
  const row = await tx
    .deleteFrom('document_papers')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('size')
    .executeTakeFirst();
  return row?.size ?? 0;
}
