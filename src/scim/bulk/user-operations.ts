import type { PasswordPolicy } from '#directory/index.ts';
import { canonicalise } from '#scim/protocol/index.ts';
import { noSuchResource, possibleId } from '#scim/resource-id.ts';
import { checkPassword } from '#scim/users/provisioned-password.ts';
import { patchOf, replacementOf, type UserDraft } from '#scim/users/user-draft.ts';
import { userTag } from '#scim/users/user-resource.ts';
import { addUser, changeScimUser, removeScimUser, userCounts } from '#scim/users/user-writes.ts';
import { type ResourceOperations, readOrGone } from './operation.ts';

export const userOperations: ResourceOperations = {
  type: ({ user }) => user,

  async create({ deps, actor, policy, preference }, tx, { data, passwordHash }) {
    const read = canonicalise(deps.types.user, data, preference);
    const { attributes, password } = read;
    if (password !== undefined) checkPassword(policy, attributes, password);
    const hash = passwordHash ?? undefined;
    const user = await addUser(deps, tx, actor, { attributes, passwordHash: hash, preference });
    return { status: 201, id: user.id, version: userTag(user), counts: userCounts(user, read) };
  },

  async change(context, tx, { id: given, ifMatch, method, data, passwordHash }) {
    const { deps, actor, policy, preference } = context;
    const read = method === 'PUT' ? replacementOf : patchOf;
    const id = possibleId(given, 'user');
    const draft = await readOrGone(
      () => checked(policy, read(deps.types.user, data, preference)),
      async () => {
        if (await deps.directory.readUser(tx, actor.accountId, id, 'provisioning')) return;
        throw noSuchResource('user');
      },
    );
    const target = { actor, id, ifMatch };
    const user = await changeScimUser(deps, tx, target, { draft, passwordHash, preference });
    return { status: 200, id, version: userTag(user), counts: userCounts(user, draft) };
  },

  async delete({ deps, actor }, tx, { id: given, ifMatch }) {
    const id = possibleId(given, 'user');
    await removeScimUser(deps, tx, { actor, id, ifMatch });
    return { status: 204, id };
  },
};

/** Checks the password again: only now are the user's names known, which it must not resemble. */
const checked = (policy: PasswordPolicy, draft: UserDraft): UserDraft => ({
  ...draft,
  apply(before) {
    const drafted = draft.apply(before);
    const { attributes, password } = drafted;
    if (typeof password === 'string') checkPassword(policy, attributes, password);
    return drafted;
  },
});
