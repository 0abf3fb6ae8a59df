import type { FormsDeps } from '#forms/forms-deps.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { parseQueryInput } from '#http/input.ts';
import { fold } from '#kernel/text.ts';
import { ASSIGNEE_QUERY, AssigneeChoices } from './assignee-choice.shapes.ts';
import { selectAssignees } from './assignee-choice.store.ts';

/** GET /app/v1/assignees: finds the users and groups that a form can be assigned to. */
export const listAssigneeChoices = ({ db }: FormsDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/assignees',
    doc: {
      summary: 'List the users and groups that a form can be assigned to',
      tag: 'Forms',
      description:
        'Lists groups and active users by name. `q` matches the start of any word of names, user names and email addresses.',
      query: ASSIGNEE_QUERY,
      responses: { 200: { description: 'The first matches.', schema: AssigneeChoices } },
    },
    async handle({ principal: { accountId }, query }) {
      const { q = '', type, limit = 20 } = parseQueryInput(ASSIGNEE_QUERY, query);
      const found = await selectAssignees(db, accountId, q, limit);
      const items = found
        .filter((each) => type === undefined || each.type === type)
        .map((each) => ({ each, key: fold(each.name) }))
        .toSorted((a, b) => compare(a.key, b.key) || compare(a.each.id, b.each.id))
        .slice(0, limit)
        .map(({ each }) => ({ ...each }));
      return { status: 200, body: { items } satisfies AssigneeChoices };
    },
  });

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
