import { patchOf, replacementOf } from '#scim/groups/group-draft.ts';
import { groupTag } from '#scim/groups/group-json.ts';
import { addGroup, changeGroup, removeGroup } from '#scim/groups/group-writes.ts';
import { canonicalise } from '#scim/protocol/index.ts';
import { noSuchResource, possibleId } from '#scim/resource-id.ts';
import { type ResourceOperations, readOrGone } from './operation.ts';

export const groupOperations: ResourceOperations = {
  type: ({ group }) => group,

  async create({ deps, actor, unknownMembers: handling }, tx, { data }) {
    const writer = { actor, unknownMembers: handling };
    const read = canonicalise(deps.types.group, data);
    const { group, unknownMembers } = await addGroup(deps, tx, writer, read);
    return { status: 201, id: group.id, version: groupTag(group), skipped: unknownMembers };
  },

  async change({ deps, actor, unknownMembers: handling }, tx, { id: given, ...change }) {
    const id = possibleId(given, 'group');
    const { ifMatch, method, data } = change;
    const draft = await readOrGone(
      () =>
        method === 'PUT' ? replacementOf(deps.types.group, data) : patchOf(deps.types.group, data),
      async () => {
        if (await deps.directory.readGroup(tx, actor.accountId, id)) return;
        throw noSuchResource('group');
      },
    );
    const target = { actor, id, ifMatch, unknownMembers: handling };
    const { group, unknownMembers } = await changeGroup(deps, tx, target, draft);
    const status = method === 'PUT' ? 200 : 204;
    return { status, id, version: groupTag(group), skipped: unknownMembers };
  },

  async delete({ deps, actor }, tx, { id: given, ifMatch }) {
    const id = possibleId(given, 'group');
    await removeGroup(deps, tx, { actor, id, ifMatch });
    return { status: 204, id };
  },
};
