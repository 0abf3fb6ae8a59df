import { actorOf } from '#audit/index.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { inTurns } from '#kernel/in-turns.ts';
import { errors, groupSchemaOf, projectionQuery } from '#scim/doc-schemas.ts';
import { preferenceOf, unknownMembersIn, withHandling } from '#scim/prefer-handling.ts';
import { canonicaliseInParts, parseProjection } from '#scim/protocol/index.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { queryOf, scimEndpoint } from '#scim/scim-endpoint.ts';
import { groupReply } from './group-reply.ts';
import { addGroup } from './group-writes.ts';
import { MAX_GROUP_BYTES } from './max-group-bytes.ts';

/** POST /scim/v2/Groups, RFC 7644 §3.3. */
export const postGroup = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'POST',
    path: '/Groups',
    body: 'json',
    maxBodyBytes: MAX_GROUP_BYTES,
    doc: {
      summary: 'Create a group',
      tag: 'SCIM groups',
      description:
        'Members are users and groups of the account, with their id in `value`. Unknown members are counted in `Formstead-Skipped-Members`, and join the group if the user is created within 30 days. With `Prefer: handling=strict` they are an error. All attributes of a group except its members may have at most 262,144 characters as JSON.',
      query: projectionQuery,
      body: groupSchemaOf(deps.types, 'sent'),
      responses: {
        201: { description: 'The new group', schema: groupSchemaOf(deps.types) },
        400: errors[400],
        409: errors[409],
      },
    },
    async handle(request) {
      const preference = preferenceOf(request);
      const read = await inTurns(canonicaliseInParts(deps.types.group, request.body, preference));
      const { attributes, members, has, ignoredCount } = read;
      const projection = parseProjection(queryOf(request.query), deps.types.group, has);
      const writer = {
        actor: actorOf(request, 'scim'),
        unknownMembers: unknownMembersIn(preference),
      };
      const { group, unknownMembers } = await deps.db.transaction((tx) =>
        addGroup(deps, tx, writer, { attributes, members }),
      );
      const reply = await groupReply(deps, 201, group, projection);
      return withHandling(request, reply, { members: unknownMembers, attributes: ignoredCount });
    },
  });
