import type { Endpoint } from '#http/endpoint.ts';
import { errors, scimError } from '#scim/doc-schemas.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { scimEndpoint } from '#scim/scim-endpoint.ts';
import { deleteById } from '#scim/users/delete-user.ts';
import { asActingUser } from './acting-user.ts';

/** DELETE /scim/v2/Me, RFC 7644 §3.11: for admins, with the rules of DELETE /Users/{id}. */
export const deleteMe = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'DELETE',
    path: '/Me',
    doc: {
      summary: 'Delete the acting user',
      tag: 'SCIM users',
      description: 'For admins only. The rules of DELETE /Users/{id} apply.',
      responses: {
        204: { description: 'The user and the credentials that act as the user were deleted' },
        403: {
          description: 'The user is not an admin, is the last admin, or was never provisioned',
          schema: scimError,
        },
        404: errors[404],
        412: errors[412],
      },
    },
    handle: (request) => asActingUser(request, (id) => deleteById(deps, request, id)),
  });
