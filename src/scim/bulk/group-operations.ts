import { inTurns } from '#kernel/in-turns.ts';
import { patchOf, replacementOf } from '#scim/groups/group-draft.ts';
import { groupTag } from '#scim/groups/group-json.ts';
import { addGroup, changeScimGroup, removeScimGroup } from '#scim/groups/group-writes.ts';
import { unknownMembersIn } from '#scim/prefer-handling.ts';
import { canonicaliseInParts } from '#scim/protocol/index.ts';
import { noSuchResource, possibleId } from '#scim/resource-id.ts';
import { type ResourceOperations, readOrGone } from './operation.ts';

export const groupOperations: ResourceOperations = {
  type: ({ group }) => group,

  async create({ deps, actor, preference }, tx, { data }) {
    const writer = { actor, unknownMembers: unknownMembersIn(preference) };
    const read = await inTurns(canonicaliseInParts(deps.types.group, data, preference));
    const { group, unknownMembers } = await addGroup(deps, tx, writer, read);
    const counts = { members: unknownMembers, attributes: read.ignoredCount };
    return { status: 201, id: group.id, version: groupTag(group), counts };
  },

  async change({ deps, actor, preference }, tx, { id: given, ...change }) {
    const id = possibleId(given, 'group');
    const { ifMatch, method, data } = change;
    const read = method === 'PUT' ? replacementOf : patchOf;
    const draft = await readOrGone(
      () => read(deps.types.group, data, preference),
      async () => {
        if (await deps.directory.readGroup(tx, actor.accountId, id)) return;
        throw noSuchResource('group');
      },
    );
    const target = { actor, id, ifMatch, unknownMembers: unknownMembersIn(preference) };
    const { group, counts } = await changeScimGroup(deps, tx, target, draft);
    const status = method === 'PUT' ? 200 : 204;
    return { status, id, version: groupTag(group), counts };
  },

  async delete({ deps, actor }, tx, { id: given, ifMatch }) {
    const id = possibleId(given, 'group');
    const counts = await removeScimGroup(deps, tx, { actor, id, ifMatch });
    return { status: 204, id, counts };
  },
};
