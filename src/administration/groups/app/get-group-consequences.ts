import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { GroupConsequences } from '#administration/groups/group.shapes.ts';
import { readGroupConsequences } from '#administration/groups/group-consequences.store.ts';
import { noGroup } from '#administration/groups/group-item.ts';
import { selectGroup } from '#administration/groups/group-list.store.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** GET /app/v1/groups/:id/consequences: what deleting the group takes from others. */
export const getGroupConsequences = ({ db }: Pick<AdministrationDeps, 'db'>): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/groups/:id/consequences',
    role: 'admin',
    doc: {
      summary: 'Read the consequences of deleting a group',
      tag: 'Groups',
      description:
        'What names the group and is of no use without it. `GET /app/v1/groups/{id}` says which role it gives, who reviews, and which series assign to it.',
      responses: {
        200: { description: 'How many of each name the group.', schema: GroupConsequences },
        404: 'no group',
      },
    },
    async handle({ principal: { accountId }, params }) {
      const row = await selectGroup(db.reader, accountId, params.id);
      if (!row) throw noGroup();
      const body: GroupConsequences = await readGroupConsequences(db, accountId, row.id);
      return { status: 200, body };
    },
  });
