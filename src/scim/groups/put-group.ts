import type { Endpoint } from '#http/endpoint.ts';
import { errors, groupSchemaOf, projectionQuery } from '#scim/doc-schemas.ts';
import { withHandling } from '#scim/prefer-handling.ts';
import { parseProjection } from '#scim/protocol/index.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { queryOf, scimEndpoint } from '#scim/scim-endpoint.ts';
import { replacementOf } from './group-draft.ts';
import { groupReply } from './group-reply.ts';
import { MAX_GROUP_BYTES } from './max-group-bytes.ts';
import { draftOf, writeGroup } from './write-group.ts';

/** PUT /scim/v2/Groups/{id}, RFC 7644 §3.5.1. */
export const putGroup = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'PUT',
    path: '/Groups/:id',
    body: 'json',
    maxBodyBytes: MAX_GROUP_BYTES,
    doc: {
      summary: 'Replace a group and its members',
      tag: 'SCIM groups',
      description:
        'Without `members`, and with `[]`, the group is emptied; a setting of the account keeps those that are left out. PATCH without `members` touches none. Unknown members are counted in `Formstead-Skipped-Members` and join when their user comes within 30 days, or refused with `Prefer: handling=strict`.',
      query: projectionQuery,
      body: groupSchemaOf(deps.types, 'sent'),
      responses: {
        200: { description: 'The group', schema: groupSchemaOf(deps.types) },
        ...errors,
      },
    },
    async handle(request) {
      const draft = await draftOf(deps, request, replacementOf);
      const projection = parseProjection(queryOf(request.query), deps.types.group, draft.has);
      const { group, counts } = await writeGroup(deps, request, draft);
      const reply = await groupReply(deps, 200, group, projection);
      return withHandling(request, reply, counts);
    },
  });
