import type { Endpoint, Reply } from '#http/endpoint.ts';
import { errors, groupSchemaOf, patchSchema, projectionQuery } from '#scim/doc-schemas.ts';
import { withHandling } from '#scim/prefer-handling.ts';
import { parseProjection } from '#scim/protocol/index.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { queryOf, scimEndpoint } from '#scim/scim-endpoint.ts';
import { patchOf } from './group-draft.ts';
import { groupTag } from './group-json.ts';
import { groupReply } from './group-reply.ts';
import { MAX_GROUP_BYTES } from './max-group-bytes.ts';
import { draftOf, writeGroup } from './write-group.ts';

/** Some identity providers (plugins of Keycloak) treat a response without a content type as a failure. */
const NO_BODY = { 'content-type': 'application/scim+json' };

/**
 * PATCH /scim/v2/Groups/{id}, RFC 7644 §3.5.2. Answers 204 unless the request has `attributes`, so that the cost
 * depends on the change and not on the number of members.
 */
export const patchGroup = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'PATCH',
    path: '/Groups/:id',
    body: 'json',
    maxBodyBytes: MAX_GROUP_BYTES,
    doc: {
      summary: 'Change parts of a group, or some of its members',
      tag: 'SCIM groups',
      description:
        'Applies all operations in their order, or none of them. Adding an existing member or removing a user who is not a member succeeds without effect. Unknown members are counted in `Formstead-Skipped-Members`, and join the group if the user is created within 30 days. With `Prefer: handling=strict` they are an error. At most 20 operations may select members by anything other than their ids.',
      query: projectionQuery,
      body: patchSchema,
      responses: {
        200: {
          description: 'With `attributes`: the group with these attributes',
          schema: groupSchemaOf(deps.types),
        },
        204: { description: 'The group was changed. `ETag` contains the new version' },
        ...errors,
      },
    },
    async handle(request) {
      const draft = await draftOf(deps, request, patchOf);
      const projection = parseProjection(queryOf(request.query), deps.types.group, draft.has);
      const { group, counts } = await writeGroup(deps, request, draft);
      const asked = request.query.getAll('attributes').some((names) => names.trim() !== '');
      const reply: Reply = asked
        ? await groupReply(deps, 200, group, projection)
        : { status: 204, headers: { etag: groupTag(group), ...NO_BODY } };
      return withHandling(request, reply, counts);
    },
  });
