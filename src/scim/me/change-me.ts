import { actorOf } from '#audit/index.ts';
import type { Reply, Request } from '#http/endpoint.ts';
import { errors, scimError, userSchemaOf } from '#scim/doc-schemas.ts';
import type { Preference, ResourceType } from '#scim/protocol/index.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import type { UserDraft } from '#scim/users/user-draft.ts';
import { writeUser } from '#scim/users/write-user.ts';
import { asActingUser } from './acting-user.ts';
import { limitedToOwn, OWN_ATTRIBUTES } from './own-attributes.ts';

/**
 * Changes the acting user by PUT or PATCH. An admin has the same rights as at /Users/{id}. Everybody else may change
 * only their own attributes (`OWN_ATTRIBUTES`), and such a change does not make the user a provisioned one.
 */
export function changeMe(
  deps: ScimDeps,
  request: Request,
  read: (type: ResourceType, body: unknown, preference: Preference) => UserDraft,
): Promise<Reply> {
  const isAdmin = request.principal.role === 'admin';
  return asActingUser(request, (id) =>
    writeUser(deps, request, {
      id,
      actor: actorOf(request, isAdmin ? 'scim' : 'api'),
      read: isAdmin ? read : (...body) => limitedToOwn(read(...body)),
    }),
  );
}

const names = OWN_ATTRIBUTES.map((name) => `\`${name}\``).join(', ');

/** The limit as a sentence for the API document. */
export const CHANGE_LIMIT = `Without the role admin only ${names} can be changed. A different value for any other attribute is an error with status 403.`;

export const changeResponses = (deps: Pick<ScimDeps, 'types'>) => ({
  200: {
    description: 'The user, with its permanent address in `Location`',
    schema: userSchemaOf(deps.types),
  },
  403: { description: 'An attribute that the acting user may not change', schema: scimError },
  ...errors,
});
