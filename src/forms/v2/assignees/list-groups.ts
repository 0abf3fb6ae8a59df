import { Type } from 'typebox';
import { readCounter } from '#db/counters.ts';
import type { FormsDeps } from '#form-basics/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { readParameters } from '#http/v2/parameters.ts';
import { PAGE_HEADERS, PAGE_PARAMETERS } from '#http/v2/v2-reply.ts';
import { listGroupRows } from './assignee.store.ts';
import { GroupItem, toGroupItem } from './assignee-items.ts';
import { replyWithPage } from './assignee-page.ts';

const QUERY = Type.Object(PAGE_PARAMETERS);

/** GET /v2/groups: returns the groups that forms can be assigned to. */
export const listGroups = (deps: FormsDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/groups',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'directory.read' },
    doc: {
      summary: 'List groups',
      tag: 'Users and groups',
      description:
        'Lists all groups of the account, sorted by id. Their members are at /scim/v2/Groups.',
      query: QUERY,
      responses: {
        200: {
          description: 'A bare array.',
          schema: Type.Array(GroupItem),
          headers: PAGE_HEADERS,
        },
        304: 'not modified',
        400: 'wrong parameter',
      },
    },
    handle: async (request) =>
      replyWithPage(deps, request, {
        name: 'groups',
        asked: readParameters(QUERY, request.query),
        count: (accountId) => readCounter(deps.db.reader, accountId, 'groups'),
        list: (accountId, start, limit) => listGroupRows(deps.db, accountId, start, limit),
        toItem: toGroupItem,
      }),
  });
