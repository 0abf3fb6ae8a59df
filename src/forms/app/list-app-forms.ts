import type { Static } from 'typebox';
import { type FormsDeps, readNames, type Viewer } from '#form-basics/index.ts';
import {
  completedOnDeviceIn,
  countUpTo,
  type FormConditions,
  type FormListRow,
  listDeleted,
  PERSON_FILTERS,
  positionOf,
  restorableBy,
  reviewOf,
} from '#form-records/index.ts';
import { DEFAULT_LIMIT, openCursor, toPage } from '#http/app/list-page.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { agendaOf, partOf, readAgendaParts, startOfAgenda } from './agenda.ts';
import { APP_FORM_QUERY, type AppFormItem, AppFormList } from './app-form.shapes.ts';
import { deletion, shownReview } from './form-detail.ts';
import { readSelection, selectingIn } from './form-list-query.ts';

/** GET /app/v1/forms: returns the user's own forms, or all that they may see, last changed first. */
export const listAppForms = ({ db, directory, seal, clock }: FormsDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/forms',
    query: APP_FORM_QUERY,
    doc: {
      summary: 'List forms for the web app',
      tag: 'Forms',
      description:
        'Last changed first, unless `sort` says otherwise. `q` matches the start of any word of a name or of a searchable answer, or the number, such as `#12`.',
      responses: {
        200: { description: 'A page of forms.', schema: AppFormList },
        404: 'no template whose forms are seen',
      },
    },
    async handle({ principal, query: asked }) {
      const { accountId, userId } = principal;
      if (asked.deleted === true) {
        return listDeletedForms({ db, directory, seal }, principal, asked);
      }
      const { limit = DEFAULT_LIMIT, cursor, deleted: _, ...selecting } = asked;
      const terms = [userId, ...selectingIn(selecting).map(({ value }) => value)];
      const context = { list: 'forms', accountId, terms };
      const selection = await readSelection({ db, directory, clock }, principal, selecting);
      const parts = asked.sort === 'agenda' ? agendaOf(selection) : [selection];
      const { part, start } = startOfAgenda(openCursor(seal, context, cursor), selection.order);
      const counted = cursor === undefined ? await countUpTo(db, selection) : undefined;
      const rows = await readAgendaParts(db, parts, part, start, limit + 1);
      const people = peopleIn(selection.conditions ?? {});
      const ids = [...rows.flatMap(idsIn), ...people.values()];
      const names = await readNames(db.reader, accountId, ids);
      const body = {
        ...(counted && { total: counted.count, isTotalExact: counted.isExact }),
        ...Object.fromEntries([...people].map(([name, id]) => [name, named(id, names)])),
        ...toPage(seal, context, rows, limit, {
          positionOf: (row) => {
            const within = partOf(parts, row);
            const { order } = parts[within] ?? selection;
            return [...positionOf(row, order), within].map(String);
          },
          toItem: (row) => toItem(row, names),
        }),
      };
      return { status: 200, body: body satisfies AppFormList };
    },
  });

/**
 * Returns the deleted forms that the viewer may restore. @throws AppError `forbidden` for a member who could restore
 * none, `invalid-parameter` for an unsupported filter.
 */
async function listDeletedForms(
  { db, directory, seal }: Pick<FormsDeps, 'db' | 'directory' | 'seal'>,
  viewer: Viewer,
  asked: Static<typeof APP_FORM_QUERY>,
) {
  const { accountId, role } = viewer;
  const restorable = await restorableBy(db.reader, directory, viewer);
  if (role === 'member' && restorable.templateIds.length === 0) {
    throw fail('forbidden', 'You may not restore forms of any template.');
  }
  for (const { name, value } of selectingIn(asked)) {
    if (value === undefined) continue;
    throw fail(
      'invalid-parameter',
      `${name} can't be combined with deleted. Leave one of them out.`,
      { at: name, because: { reason: 'conflict' } },
    );
  }
  const { limit = DEFAULT_LIMIT, cursor } = asked;
  const context = { list: 'deleted-forms', accountId, terms: [viewer.userId] };
  const [at, id] = openCursor(seal, context, cursor) ?? [];
  const after = at === undefined || id === undefined ? undefined : ([Number(at), id] as const);
  const rows = await listDeleted(db.reader, accountId, restorable, after, limit + 1);
  const names = await readNames(db.reader, accountId, rows.flatMap(idsIn));
  const body = toPage(seal, context, rows, limit, {
    positionOf: (row) => [String(row.deleted_at), row.id],
    toItem: (row) => ({ ...toItem(row, names), ...deletion({ deletedAt: row.deleted_at }) }),
  });
  return { status: 200, body: body satisfies AppFormList };
}

/** Returns the ids of people that filters name, by the name of the filter. */
const peopleIn = (conditions: FormConditions): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(conditions).flatMap(([name, id]) =>
      Object.hasOwn(PERSON_FILTERS, name) && typeof id === 'string' ? [[name, id] as const] : [],
    ),
  );

const idsIn = (row: Omit<FormListRow, 'created_at'>) =>
  [row.template_id, row.assignee_id, reviewOf(row)?.by].filter((id) => id !== undefined);

const named = (id: string, names: ReadonlyMap<string, string>) => {
  const name = names.get(id);
  return { id, ...(name !== undefined && { name }) };
};

function toItem(
  row: Omit<FormListRow, 'created_at'>,
  names: ReadonlyMap<string, string>,
): AppFormItem {
  const assignee = names.get(row.assignee_id);
  const template = names.get(row.template_id);
  const onDevice = completedOnDeviceIn(row);
  const review = reviewOf(row);
  return {
    revision: row.revision,
    id: row.id,
    name: row.name,
    status: row.status,
    statusChangedAt: new Date(row.status_changed_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
    ...(row.due_at !== null && { dueAt: new Date(row.due_at).toISOString() }),
    ...(onDevice !== undefined && { completedOnDeviceAt: new Date(onDevice).toISOString() }),
    ...(review && { review: shownReview(review, names) }),
    template: { id: row.template_id, ...(template !== undefined && { name: template }) },
    assignee: {
      id: row.assignee_id,
      type: row.assignee_type,
      ...(assignee !== undefined && { name: assignee }),
    },
  };
}
