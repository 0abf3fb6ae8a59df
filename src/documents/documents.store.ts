import type { Reader, Tx } from '#db/database.ts';
import { type Layout, readLayout } from './drawing/box.ts';

/** The most documents of a template. */
export const MAX_DOCUMENTS = 20;
/** What the draft of a template has instead of the id of a version. */
const DRAFT = '';

/** The documents of a template's draft, or of one of its versions. */
export interface DocumentsOf {
  readonly accountId: string;
  readonly templateId: string;
  /** Undefined: those of the draft. */
  readonly versionId?: string | undefined;
}

/** A document without what is drawn on it. */
export interface NamedDocument {
  readonly id: string;
  readonly title: string;
}

export interface StoredDocument extends NamedDocument {
  readonly paperId: string;
  readonly layout: Layout;
  readonly revision: number;
}

/** Returns the documents, the oldest first: ids are in the order of their making. */
export const listDocuments = async (
  db: Reader,
  of: DocumentsOf,
): Promise<readonly NamedDocument[]> =>
  await rowsOf(db, of).select(['id', 'title']).orderBy('id').limit(MAX_DOCUMENTS).execute();

/** Like {@link listDocuments}, with what is drawn on them. */
export async function readDocuments(
  db: Reader,
  of: DocumentsOf,
): Promise<readonly StoredDocument[]> {
  const rows = await rowsOf(db, of)
    .select(['id', 'title', 'paper_id', 'layout', 'revision'])
    .orderBy('id')
    .limit(MAX_DOCUMENTS)
    .execute();
  return rows.map(toDocument);
}

export async function findDocument(
  db: Reader,
  of: DocumentsOf,
  id: string,
): Promise<StoredDocument | undefined> {
  const row = await rowsOf(db, of)
    .select(['id', 'title', 'paper_id', 'layout', 'revision'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toDocument(row);
}

const rowsOf = (db: Reader, { accountId, templateId, versionId = DRAFT }: DocumentsOf) =>
  db
    .selectFrom('documents')
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .where('version_id', '=', versionId);

interface Row {
  readonly id: string;
  readonly title: string;
  readonly paper_id: string;
  readonly layout: string;
  readonly revision: number;
}

function toDocument({ id, title, paper_id: paperId, layout, revision }: Row): StoredDocument {
  const read = readLayout(JSON.parse(layout));
  if (!read) throw new Error(`the layout of document ${id} is not one`);
  return { id, title, paperId, layout: read, revision };
}

/** Inserts a document of a draft. */
export async function insertDocument(
  tx: Tx,
  { accountId, templateId }: DocumentsOf,
  { id, title, paperId, layout, revision }: StoredDocument,
): Promise<void> {
  const place = { account_id: accountId, template_id: templateId, version_id: DRAFT };
  const values = { ...place, id, title, paper_id: paperId, layout: JSON.stringify(layout) };
  await tx
    .insertInto('documents')
    .values({ ...values, revision })
    .execute();
}

/** Stores a document of a draft. */
export async function updateDocument(
  tx: Tx,
  { accountId, templateId }: DocumentsOf,
  { id, title, paperId, layout, revision }: StoredDocument,
): Promise<void> {
  await tx
    .updateTable('documents')
    .set({ title, paper_id: paperId, layout: JSON.stringify(layout), revision })
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .where('version_id', '=', DRAFT)
    .where('id', '=', id)
    .execute();
}

/** Deletes a document of a draft. */
export async function deleteDocumentRow(
  tx: Tx,
  { accountId, templateId }: DocumentsOf,
  id: string,
): Promise<void> {
  await tx
    .deleteFrom('documents')
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .where('version_id', '=', DRAFT)
    .where('id', '=', id)
    .execute();
}

/** Keeps the documents of a draft as those of a version. */
export const publishDocuments = (
  tx: Tx,
  { accountId, templateId }: DocumentsOf,
  versionId: string,
): Promise<void> => copyRows(tx, accountId, [templateId, DRAFT], [templateId, versionId]);

/** Gives a template the documents that another one's draft has. */
export const copyDocuments = (
  tx: Tx,
  accountId: string,
  fromId: string,
  toId: string,
): Promise<void> => copyRows(tx, accountId, [fromId, DRAFT], [toId, DRAFT]);

type Place = readonly [templateId: string, versionId: string];

async function copyRows(tx: Tx, accountId: string, from: Place, to: Place): Promise<void> {
  await tx
    .insertInto('documents')
    .columns([
      ...(['account_id', 'template_id', 'version_id'] as const),
      ...(['id', 'paper_id', 'title', 'layout', 'revision'] as const),
    ])
    .expression((e) =>
      e
        .selectFrom('documents')
        .select(({ val }) => ['account_id', val(to[0]).as('t'), val(to[1]).as('v')])
        .select(['id', 'paper_id', 'title', 'layout', 'revision'])
        .where('account_id', '=', accountId)
        .where('template_id', '=', from[0])
        .where('version_id', '=', from[1]),
    )
    .execute();
}

/** Returns whether the draft has other documents than a version, or draws something else on them. */
export async function documentsDiffer(
  db: Reader,
  { accountId, templateId, versionId = DRAFT }: DocumentsOf,
): Promise<boolean> {
  const rows = await db
    .selectFrom('documents')
    .select(['id', 'version_id', 'title', 'paper_id', 'revision'])
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .where('version_id', 'in', [DRAFT, versionId])
    .execute();
  const [draft, published] = [DRAFT, versionId].map((version) =>
    rows
      .filter((row) => row.version_id === version)
      .map((row) => [row.id, row.title, row.paper_id, row.revision].join(' '))
      .sort()
      .join('\n'),
  );
  return draft !== published;
}

/** Deletes the documents of a template that was never published. @returns the papers that they were drawn on */
export async function deleteDocumentsOf(
  tx: Tx,
  accountId: string,
  templateId: string,
): Promise<readonly string[]> {
  const rows = await tx
    .deleteFrom('documents')
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .returning('paper_id')
    .execute();
  return [...new Set(rows.map(({ paper_id }) => paper_id))];
}
