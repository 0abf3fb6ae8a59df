import { type AnswersFilter, askedAnswers, parseAnswerOrder } from '#answer-queries/index.ts';
import { checkColumns } from '#answer-tables/index.ts';
import { findDocument } from '#documents/index.ts';
import type { Form, FormsDeps, Viewer } from '#form-basics/index.ts';
import { selectListedForms, visibilityOf } from '#form-records/index.ts';
import { fail } from '#kernel/errors.ts';
import { findVisibleTemplate } from '#templates/index.ts';
import { type ExportKind, type ExportOptions, isTableAsked } from './export.ts';

type Deps = Pick<FormsDeps, 'db' | 'clock' | 'directory'>;

/** Requires a template that the viewer may use, or has forms of and therefore knows by name. @throws AppError `not-found` */
export async function requireExported(
  { db, directory }: Pick<Deps, 'db' | 'directory'>,
  viewer: Viewer,
  templateId: string,
): Promise<void> {
  const { accountId } = viewer;
  if (await findVisibleTemplate(db.reader, directory, viewer, templateId)) return;
  const visibility = await visibilityOf(db.reader, directory, viewer);
  const order = { key: 'lastUpdateDate', direction: 'asc' } as const;
  const selection = { accountId, visibility, order, templateId };
  const all = { status: undefined, namePrefix: undefined, filter: undefined };
  if ((await selectListedForms(db, { ...selection, ...all }, { offset: 0 }, 1, 0)).length > 0)
    return;
  throw fail('not-found', 'There is no template with this id whose forms you may see.', {
    at: 'templateId',
  });
}

/** Requires that a form can be printed on a document. @throws AppError `not-found` at `document` */
export async function requireDocumentOf(
  { db }: Pick<Deps, 'db'>,
  { accountId, templateId, templateVersionId: versionId }: Form,
  document: string | undefined,
): Promise<void> {
  if (document === undefined) return;
  const of = { accountId, templateId, versionId };
  if (await findDocument(db.reader, of, document)) return;
  const text =
    'The form has no document with this id: its version of the template was published without it.';
  throw fail('not-found', text, { at: 'document' });
}

type AskedTable = Pick<ExportOptions, 'choices' | 'sort' | 'columns' | 'leaveOut' | 'document'> &
  AnswersFilter & { readonly kind: ExportKind; readonly templateId?: string | undefined };

/** Refuses now what the export would fail at. @throws AppError `invalid-value`, `invalid-parameter`, `not-found` */
export async function checkTable(deps: Deps, viewer: Viewer, asked: AskedTable): Promise<void> {
  const { kind, templateId, sort, columns } = asked;
  const isOfPdf = asked.leaveOut !== undefined || asked.document !== undefined;
  if (isOfPdf && kind !== 'pdf') {
    const text = 'Only a pdf leaves parts out, or is printed on a document.';
    throw fail('invalid-value', text, { at: 'kind', because: { reason: 'export-kind' } });
  }
  if (asked.choices !== undefined) requireTable(kind, 'Choices as texts or values belong');
  if (!isTableAsked(asked)) return;
  requireTable(kind, 'Conditions, days of creation, an order and columns belong');
  if (templateId === undefined) return;
  const { fields } = await askedAnswers(deps, viewer, templateId, asked);
  parseAnswerOrder(sort, fields);
  checkColumns(fields, columns);
}

function requireTable(kind: string, what: string): void {
  if (kind === 'csv' || kind === 'xlsx') return;
  const because = { reason: 'export-kind' } as const;
  throw fail('invalid-value', `${what} to csv and xlsx.`, { at: 'kind', because });
}
