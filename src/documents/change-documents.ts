import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Reader, Tx } from '#db/database.ts';
import type { Actor, AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import { counted } from '#kernel/counted.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import type { Ids } from '#kernel/ids.ts';
import { requireRevision } from '#kernel/require-revision.ts';
import {
  deleteDocumentRow,
  deleteDocumentsOf,
  findDocument,
  insertDocument,
  listDocuments,
  MAX_DOCUMENTS,
  type StoredDocument,
  updateDocument,
} from './documents.store.ts';
import {
  faultOfLayout,
  type Layout,
  type LayoutFault,
  MAX_BOXES,
  type Shown,
} from './drawing/box.ts';
import { type MatchedPaper, matchPaper } from './match-paper.ts';
import { deleteUnusedPaper, findPaper, insertPaper } from './papers.store.ts';
import type { ReadPaper } from './papers.ts';
import { boxAtField, idAt } from './propose-layout.ts';

type CountFiles = (
  tx: Tx,
  accountId: string,
  name: 'fileBytes',
  amount: number,
  of: { readonly id: string },
) => Promise<void>;

export interface DocumentWritesDeps {
  readonly ids: Ids;
  readonly clock: Clock;
  readonly audit: { readonly append: AppendAudit<Tx> };
  readonly quotas: { readonly take: CountFiles; readonly giveBack: CountFiles };
}

/**
 * Adds a document to the draft of a template, which the caller has locked for somebody who manages it.
 * @throws AppError `invalid-value` when it has too many, `files-full`
 */
export async function addDocument(
  deps: DocumentWritesDeps,
  tx: Tx,
  by: Actor,
  templateId: string,
  {
    title,
    layout,
    paper,
  }: Pick<StoredDocument, 'title' | 'layout'> & { readonly paper: ReadPaper },
): Promise<StoredDocument> {
  const { accountId } = by;
  const of = { accountId, templateId };
  if ((await listDocuments(tx, of)).length >= MAX_DOCUMENTS) {
    const text = `A template has at most ${MAX_DOCUMENTS} documents. Remove one first.`;
    throw fail('invalid-value', text, { because: { reason: 'most-items', limit: MAX_DOCUMENTS } });
  }
  const paperId = await storePaper(deps, tx, accountId, paper);
  const document = { id: deps.ids.next(), title, paperId, layout, revision: 1 };
  await insertDocument(tx, of, document);
  await append(deps, tx, by, 'template.add-document', templateId, document);
  return document;
}

/**
 * Changes the title of a document, or what is drawn on it.
 * @throws AppError `not-found`, `precondition-failed`, `invalid-value`
 */
export async function changeDocument(
  deps: DocumentWritesDeps,
  tx: Tx,
  by: Actor,
  templateId: string,
  { id, ifRevision, ...changes }: DocumentChanges,
): Promise<StoredDocument> {
  const of = { accountId: by.accountId, templateId };
  const before = await findDocument(tx, of, id);
  if (!before) throw noDocument();
  requireRevision('document', before.revision, ifRevision);
  const { title = before.title } = changes;
  const layout = await changedLayout(tx, by.accountId, before, changes);
  const fault = faultOfLayout(layout);
  if (fault) throw invalidLayout(fault, layout);
  const document = { ...before, title, layout, revision: before.revision + 1 };
  await updateDocument(tx, of, document);
  await append(deps, tx, by, 'template.change-document', templateId, document);
  return document;
}

interface DocumentChanges {
  readonly id: string;
  readonly ifRevision: number | undefined;
  readonly title?: string | undefined;
  readonly layout?: Layout | undefined;
  /** What is drawn at the places of fields of the PDF, by their position among all. */
  readonly fields?: readonly FieldChange[] | undefined;
  readonly left?: readonly string[] | undefined;
}

interface FieldChange {
  readonly found: number;
  readonly shows: Shown | null;
}

async function changedLayout(
  db: Reader,
  accountId: string,
  { paperId, layout: before }: StoredDocument,
  { layout = before, fields = [], left = layout.left }: Omit<DocumentChanges, 'id' | 'ifRevision'>,
): Promise<Layout> {
  if (!isDeepStrictEqual(layout.pages, before.pages)) throw otherPages();
  if (fields.length === 0) return { ...layout, left };
  const { found = [] } = (await findPaper(db, accountId, paperId)) ?? {};
  const ids = new Set(fields.map((each) => idAt(each.found)));
  const drawn = fields.flatMap(({ found: at, shows }, i) => {
    const field = found[at];
    if (!field) throw noField(i, found.length);
    return shows ? [boxAtField(field, at, shows)] : [];
  });
  const others = layout.boxes.filter(({ id }) => !ids.has(id));
  const boxes = [...others, ...drawn];
  if (boxes.length > MAX_BOXES) {
    throw fail('invalid-value', `A document has at most ${MAX_BOXES} boxes.`, {
      at: 'fields',
      because: { reason: 'too-many-items', limit: MAX_BOXES },
    });
  }
  return { ...layout, boxes, left };
}

const otherPages = (): AppError =>
  fail('invalid-value', 'The pages are those of the PDF. Send them as they were read.', {
    at: 'layout.pages',
    because: { reason: 'wrong-format' },
  });

function noField(at: number, count: number): AppError {
  const text = `The PDF has ${counted(count, 'field')}, and this is the position of none.`;
  return fail('invalid-value', text, {
    at: `fields[${at}].found`,
    because: { reason: 'wrong-format' },
  });
}

/**
 * Gives a document another paper, and finds its boxes again on it. Versions keep the one that they have.
 * @throws AppError `not-found`, `precondition-failed`, `files-full`
 */
export async function replacePaper(
  deps: DocumentWritesDeps,
  tx: Tx,
  by: Actor,
  templateId: string,
  {
    id,
    ifRevision,
    paper,
  }: Pick<DocumentChanges, 'id' | 'ifRevision'> & { readonly paper: ReadPaper },
): Promise<{ readonly document: StoredDocument; readonly matched: MatchedPaper }> {
  const { accountId } = by;
  const of = { accountId, templateId };
  const before = await findDocument(tx, of, id);
  const content = before && (await findPaper(tx, accountId, before.paperId));
  if (!content) throw noDocument();
  requireRevision('document', before.revision, ifRevision);
  const matched = matchPaper({ content, layout: before.layout }, paper.content);
  const paperId = await storePaper(deps, tx, accountId, paper);
  const document = { ...before, paperId, layout: matched.layout, revision: before.revision + 1 };
  await updateDocument(tx, of, document);
  await dropPaper(deps, tx, accountId, before.paperId);
  await append(deps, tx, by, 'template.replace-document', templateId, document);
  return { document, matched };
}

/** Takes a document off the draft of a template. Versions keep it. @throws AppError `not-found` */
export async function removeDocument(
  deps: DocumentWritesDeps,
  tx: Tx,
  by: Actor,
  templateId: string,
  id: string,
): Promise<void> {
  const of = { accountId: by.accountId, templateId };
  const document = await findDocument(tx, of, id);
  if (!document) throw noDocument();
  await deleteDocumentRow(tx, of, id);
  await dropPaper(deps, tx, by.accountId, document.paperId);
  await append(deps, tx, by, 'template.remove-document', templateId, document);
}

/** Deletes the documents of a template that was never published. */
export async function removeDocumentsOf(
  deps: Pick<DocumentWritesDeps, 'quotas'>,
  tx: Tx,
  accountId: string,
  templateId: string,
): Promise<void> {
  for (const paperId of await deleteDocumentsOf(tx, accountId, templateId)) {
    await dropPaper(deps, tx, accountId, paperId);
  }
}

export const noDocument = (): AppError =>
  fail('not-found', 'The template has no document with this id.');

async function storePaper(
  { ids, clock, quotas }: DocumentWritesDeps,
  tx: Tx,
  accountId: string,
  { original, base, content }: ReadPaper,
): Promise<string> {
  const paper = {
    ...{ id: ids.next(), content, createdAt: clock.now() },
    sha256: createHash('sha256').update(original).digest('hex'),
    size: original.length + base.length,
  };
  await insertPaper(tx, accountId, paper, { original, base });
  await quotas.take(tx, accountId, 'fileBytes', paper.size, paper);
  return paper.id;
}

async function dropPaper(
  { quotas }: Pick<DocumentWritesDeps, 'quotas'>,
  tx: Tx,
  accountId: string,
  id: string,
): Promise<void> {
  const freed = await deleteUnusedPaper(tx, accountId, id);
  if (freed > 0) await quotas.giveBack(tx, accountId, 'fileBytes', freed, { id });
}

const append = (
  { audit }: DocumentWritesDeps,
  tx: Tx,
  by: Actor,
  action: string,
  templateId: string,
  { id, title }: StoredDocument,
): Promise<void> =>
  audit.append(tx, by, {
    action,
    targetType: 'Template',
    targetId: templateId,
    detail: { document: id, title },
  });

const LAYOUT_TEXTS: Readonly<Record<LayoutFault['kind'], string>> = {
  'same-id': 'Two boxes have the same id.',
  'no-page': 'The document has no such page.',
  outside: 'The box is not on its page as a whole.',
  flat: 'The box is less than a point wide or high.',
  sizes: 'The smallest size of letters is larger than the largest one.',
  rows: 'A box with `row` shows `rows`, and the other way round.',
  cells: 'A comb has `cells`, and nothing else has.',
};

function invalidLayout({ at, kind }: LayoutFault, { boxes }: Layout): AppError {
  const text = `PaperBox ${boxes[at]?.id ?? ''}: ${LAYOUT_TEXTS[kind]}`;
  return fail('invalid-value', text, {
    at: `layout.boxes[${at}]`,
    because: { reason: 'wrong-format' },
  });
}
