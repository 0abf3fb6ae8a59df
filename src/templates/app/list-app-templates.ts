import type { Reader } from '#db/database.ts';
import { type FormsDeps, type GroupsOfUser, timeOf, type Viewer } from '#form-basics/index.ts';
import { DEFAULT_LIMIT, type ListContext, openCursor, toPage } from '#http/app/list-page.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { readNameTranslations } from '#questionnaires/definition/name-translations.ts';
import { find } from '#search/index.ts';
import { rightsOnEach, subjectsOf } from '#templates/rights/rights-of.ts';
import { TEMPLATE_QUERY, type TemplateItem, TemplateList } from '#templates/template.shapes.ts';
import {
  selectGroupsOf,
  selectNumbers,
  selectTemplates,
  type TemplateRow,
} from './template-list.store.ts';

/** GET /app/v1/templates: returns the templates that the user may know, with what they may do. */
export const listAppTemplates = ({ db, directory, seal }: FormsDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/templates',
    query: TEMPLATE_QUERY,
    doc: {
      summary: 'List templates for the web app',
      tag: 'Templates',
      description:
        'Sorted by name. Shows the templates on which the user has a right: drafts and archived templates to those who manage them, archived ones also to those who see answers of others. Admins see all.',
      responses: { 200: { description: 'A page of templates.', schema: TemplateList } },
    },
    async handle({ principal, query: asked }) {
      const { accountId, userId, role } = principal;
      const { q = '', status, usable = false, limit = DEFAULT_LIMIT, cursor } = asked;
      const context: ListContext = {
        list: 'templates',
        accountId,
        terms: [userId, role, q, status, usable],
      };
      const [nameKey, id] = openCursor(seal, context, cursor) ?? [];
      const after =
        nameKey === undefined || id === undefined ? undefined : ([nameKey, id] as const);
      const subjects = await subjectsOf(db.reader, directory, principal);
      const found = await find(db, { accountId, kind: 'template' }, q);
      const selection = { accountId, viewer: { role, subjects }, usable, status, found };
      const rows = await selectTemplates(db.reader, selection, after, limit + 1);
      const toItem = await itemsFor(db.reader, directory, principal, rows);
      const body = toPage(seal, context, rows, limit, {
        positionOf: (row) => [row.name_key, row.id],
        toItem,
      });
      return { status: 200, body: body satisfies TemplateList };
    },
  });

const translationsOf = (text: string | null) => {
  const translations = readNameTranslations(text);
  return translations && { translations };
};

/** Reads the additional data of the items. */
async function itemsFor(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  rows: readonly TemplateRow[],
): Promise<(row: TemplateRow) => TemplateItem> {
  const { accountId, role } = viewer;
  const versionIds = rows.flatMap((row) => row.current_version_id ?? []);
  const numbers = await selectNumbers(db, accountId, versionIds);
  const ids = rows.map(({ id }) => id);
  const groups = await selectGroupsOf(db, accountId, ids);
  const rightsOn = await rightsOnEach(db, directory, viewer, ids);
  return (row) => {
    const may = rightsOn(row.id);
    const seesAccess = may.manage || role === 'admin';
    const number = numbers.get(row.current_version_id ?? '');
    return {
      id: row.id,
      name: row.name,
      ...(row.description !== null && { description: row.description }),
      ...translationsOf(row.name_translations),
      status: row.status,
      openToAll: row.open_to_all === 1,
      ...(number !== undefined && { currentVersion: number }),
      hasChanges: row.has_changes === 1,
      updatedAt: timeOf(row.updated_at),
      may: { ...may },
      ...(may.see === 'all' && { formCount: row.form_count }),
      ...(seesAccess && { groupIds: [...(groups.get(row.id) ?? [])] }),
    };
  };
}
