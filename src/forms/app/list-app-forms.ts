import type { Static } from 'typebox';
import { listDeleted } from '#forms/deleted-forms.store.ts';
import type { Viewer } from '#forms/form.ts';
import { type FormListRow, listForms, type PageStart, positionOf } from '#forms/form-list.store.ts';
import type { FormsDeps } from '#forms/forms-deps.ts';
import type { FormOrder } from '#forms/list-query.ts';
import { readNames } from '#forms/names.store.ts';
import { visibilityOf } from '#forms/visibility.ts';
import { DEFAULT_LIMIT, openCursor, toPage } from '#http/app/list-page.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { parseQueryInput } from '#http/input.ts';
import { fail } from '#kernel/errors.ts';
import { find } from '#search/index.ts';
import { APP_FORM_QUERY, type AppFormItem, AppFormList } from './app-form.shapes.ts';
import { deletion } from './form-detail.ts';

const NEWEST_FIRST: FormOrder = { key: 'lastUpdateDate', direction: 'desc' };

/** GET /app/v1/forms: returns the user's own forms, or all that they may see, last changed first. */
export const listAppForms = ({ db, directory, seal }: FormsDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/forms',
    doc: {
      summary: 'List forms for the web app',
      tag: 'Forms',
      description:
        'Sorted by last change, newest first. `q` matches the start of any word of a name, or the number, such as `#12`.',
      query: APP_FORM_QUERY,
      responses: { 200: { description: 'A page of forms.', schema: AppFormList } },
    },
    async handle({ principal, query }) {
      const { accountId, userId } = principal;
      const asked = parseQueryInput(APP_FORM_QUERY, query);
      if (asked.deleted === true) return listDeletedForms({ db, seal }, principal, asked);
      const { scope = 'mine', status, template, q = '', limit = DEFAULT_LIMIT, cursor } = asked;
      const terms = [userId, scope, status, template, q];
      const context = { list: 'forms', accountId, terms };
      // The forms that a member would see are the user's own.
      const viewer = scope === 'mine' ? { ...principal, role: 'member' as const } : principal;
      const visibility = await visibilityOf(db.reader, directory, viewer);
      const selection = {
        accountId,
        visibility,
        order: NEWEST_FIRST,
        status,
        namePrefix: undefined,
        filter: undefined,
        templateId: template,
        found: await find(db, { accountId, kind: 'form' }, q),
      };
      const [at, id] = openCursor(seal, context, cursor) ?? [];
      const start: PageStart =
        at === undefined || id === undefined ? { offset: 0 } : { after: [at, id] };
      const rows = await listForms(db, selection, start, limit + 1, 0);
      const ids = rows.flatMap((row) => [row.template_id, row.assignee_id]);
      const names = await readNames(db.reader, accountId, ids);
      const body = toPage(seal, context, rows, limit, {
        positionOf: (row) => positionOf(row, NEWEST_FIRST).map(String),
        toItem: (row) => toItem(row, names),
      });
      return { status: 200, body: body satisfies AppFormList };
    },
  });

/** Returns deleted forms. @throws AppError `forbidden` for a member, `invalid-parameter` for an unsupported filter. */
async function listDeletedForms(
  { db, seal }: Pick<FormsDeps, 'db' | 'seal'>,
  { accountId, role }: Viewer,
  asked: Static<typeof APP_FORM_QUERY>,
) {
  if (role === 'member') {
    throw fail('forbidden', 'Only a designer or an admin may see deleted forms.');
  }
  for (const name of ['scope', 'status', 'template', 'q'] as const) {
    if (asked[name] === undefined) continue;
    throw fail(
      'invalid-parameter',
      `${name} can't be combined with deleted. Leave one of them out.`,
      { at: name, because: { reason: 'conflict' } },
    );
  }
  const { limit = DEFAULT_LIMIT, cursor } = asked;
  const context = { list: 'deleted-forms', accountId, terms: [] };
  const [at, id] = openCursor(seal, context, cursor) ?? [];
  const after = at === undefined || id === undefined ? undefined : ([Number(at), id] as const);
  const rows = await listDeleted(db.reader, accountId, after, limit + 1);
  const ids = rows.flatMap((row) => [row.template_id, row.assignee_id]);
  const names = await readNames(db.reader, accountId, ids);
  const body = toPage(seal, context, rows, limit, {
    positionOf: (row) => [String(row.deleted_at), row.id],
    toItem: (row) => ({ ...toItem(row, names), ...deletion({ deletedAt: row.deleted_at }) }),
  });
  return { status: 200, body: body satisfies AppFormList };
}

function toItem(row: FormListRow, names: ReadonlyMap<string, string>): AppFormItem {
  const assignee = names.get(row.assignee_id);
  const template = names.get(row.template_id);
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    statusChangedAt: new Date(row.status_changed_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
    template: { id: row.template_id, ...(template !== undefined && { name: template }) },
    assignee: {
      id: row.assignee_id,
      type: row.assignee_type,
      ...(assignee !== undefined && { name: assignee }),
    },
  };
}
