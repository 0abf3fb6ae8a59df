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
        'Without `members`, or with `[]`, all members are removed. A setting of the account keeps the members if `members` is left out. PATCH without `members` does not change them. Unknown members are counted in `Formstead-Skipped-Members`, and join the group if the user is created within 30 days. With `Prefer: handling=strict` they are an error.',
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
