import { type FormsDeps, normaliseId } from '#form-basics/index.ts';
import { DEFAULT_LIMIT, openCursor, toPage } from '#http/app/list-page.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { ASSIGNEE_QUERY, AssigneeChoices } from './assignee-choice.shapes.ts';
import { findAssignee, selectAssignees } from './assignee-choice.store.ts';
import { choosePeople } from './choose-people.ts';

/** GET /app/v1/assignees: finds the users and groups that a form can be assigned to. */
export const listAssigneeChoices = (deps: FormsDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/assignees',
    query: ASSIGNEE_QUERY,
    doc: {
      summary: 'List the users and groups that a form can be assigned to',
      tag: 'Forms',
      description:
        'Lists groups and active users by name. `q` matches the start of any word of names, user names and email addresses.',
      responses: { 200: { description: 'A page of matches.', schema: AssigneeChoices } },
    },
    async handle({ principal, query: asked }) {
      const { accountId } = principal;
      const { q = '', type, limit = DEFAULT_LIMIT, cursor, template, group, id: only } = asked;
      if (only !== undefined) {
        const found = await findAssignee(deps.db.reader, accountId, normaliseId(only) ?? '');
        return { status: 200, body: { items: found ? [found] : [] } };
      }
      if (template !== undefined) {
        const body = await choosePeople(deps, principal, { q, group, template, limit });
        return { status: 200, body };
      }
      const { db, seal } = deps;
      const context = { list: 'assignees', accountId, terms: [q, type] };
      const [key, id] = openCursor(seal, context, cursor) ?? [];
      const after = key === undefined || id === undefined ? undefined : { key, id };
      const rows = await selectAssignees(db, accountId, { q, type, after, limit: limit + 1 });
      const body = toPage(seal, context, rows, limit, {
        positionOf: (row) => [row.key, row.id],
        toItem: ({ key: _, ...item }) => item,
      });
      return { status: 200, body: body satisfies AssigneeChoices };
    },
  });
