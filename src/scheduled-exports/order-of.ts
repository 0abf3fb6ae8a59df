import { Type } from 'typebox';
import { Check } from 'typebox/schema';
import { ANSWERS_FILTER } from '#answer-queries/index.ts';
import { findSeenAnswersView, type SavedView } from '#answer-tables/index.ts';
import { checkTable, type ExportAsked, requireExported } from '#exports/index.ts';
import type { Viewer } from '#form-basics/index.ts';
import { AppError } from '#kernel/errors.ts';
import type { ExportStop, ScheduledExport } from './scheduled-export.ts';
import type { ScheduledExportWrites } from './scheduled-exports-deps.ts';

type Ordered = Pick<ScheduledExport, 'templateId' | 'viewId' | 'kind' | 'options' | 'delivery'>;

/** What is exported, with the rights of this moment; or why it can't be, and why no later date could be. */
export type ExportOrder = { readonly asked: ExportAsked } | { readonly stop: ExportStop };

/**
 * Returns what a scheduled export asks for now: its template and its saved view as they are, if its owner still sees them.
 * @throws AppError as an export that is begun by hand, for a view that does not fit the template any more
 */
export async function orderOf(
  deps: ScheduledExportWrites,
  viewer: Viewer,
  { templateId, viewId, kind, options, delivery }: Ordered,
): Promise<ExportOrder> {
  const { db, directory } = deps;
  if (delivery === 'bucket') {
    if (viewer.role !== 'admin') return { stop: 'not-admin' };
    if (!deps.resultBucket) return { stop: 'no-bucket' };
  }
  if (!(await seesTemplate(deps, viewer, templateId))) return { stop: 'no-template' };
  const view =
    viewId === undefined
      ? undefined
      : await findSeenAnswersView(db.reader, directory, viewer, { id: viewId, templateId });
  if (viewId !== undefined && !view) return { stop: 'no-view' };
  const asked: ExportAsked = {
    kind,
    templateId,
    formId: undefined,
    options: {
      ...options,
      ...(view && optionsOf(view)),
      ...(kind === 'xlsx' && { base: deps.publicUrl() }),
    },
  };
  // Columns that the template lost are left out, as on the page.
  await checkTable(deps, viewer, { kind, templateId, ...asked.options, columns: undefined });
  return { asked };
}

/** Whether somebody may still use the template, or has forms of it. */
const seesTemplate = (
  deps: ScheduledExportWrites,
  viewer: Viewer,
  templateId: string,
): Promise<boolean> =>
  requireExported(deps, viewer, templateId).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'not-found') return false;
      throw error;
    },
  );

const FILTER = Type.Object(ANSWERS_FILTER);

/** Returns what a view shows, as an export takes it. Like the page, it ignores a value that a filter does not have. */
function optionsOf({ state }: SavedView): Partial<ExportAsked['options']> {
  const filters = Object.entries(ANSWERS_FILTER).flatMap(([name, schema]) => {
    const value = state[name];
    return value !== undefined && Check(schema, value) ? [[name, value] as const] : [];
  });
  const filter: unknown = Object.fromEntries(filters);
  const table = state['rows'];
  return {
    ...(Check(FILTER, filter) && filter),
    sort: state['sort'],
    columns: table === undefined ? state['columns'] : `id,number,name,${table}`,
  };
}
