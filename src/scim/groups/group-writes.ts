import type { Tx } from '#db/database.ts';
import {
  findNamed,
  type Group,
  type MemberChange,
  type UnknownMembers,
  type WrittenGroup,
} from '#directory/index.ts';
import type { Actor } from '#kernel/actor.ts';
import { memberCondition } from '#scim/filter/member-condition.ts';
import { type Preconditions, requiredVersion } from '#scim/if-match.ts';
import type { WriteCounts } from '#scim/prefer-handling.ts';
import { invalidValue, type JsonObject, type ScimError } from '#scim/protocol/index.ts';
import { noSuchResource } from '#scim/resource-id.ts';
import { type ScimDeps, scimBaseUrl } from '#scim/scim-deps.ts';
import type { GroupDraft } from './group-draft.ts';
import type { MemberScan } from './member-scan.store.ts';
import { filtersById } from './named-members.ts';

// The transaction of a group write, shared by the /Groups endpoints and the operations of a bulk request.

interface NewGroup {
  readonly attributes: JsonObject;
  readonly members?: readonly { readonly value: string; readonly type?: string }[] | undefined;
}

interface GroupTarget extends Preconditions {
  readonly actor: Actor;
  readonly id: string;
}

/** Creates a group. @throws AppError as Directory.createGroup */
export function addGroup(
  { directory }: ScimDeps,
  tx: Tx,
  { actor, unknownMembers }: { readonly actor: Actor; readonly unknownMembers: UnknownMembers },
  { attributes, members = [] }: NewGroup,
): Promise<WrittenGroup> {
  return directory.createGroup(tx, actor, {
    attributes,
    members,
    origin: 'provisioned',
    unknownMembers,
  });
}

interface ChangedGroup {
  readonly group: Group;
  readonly nameBefore: string;
  readonly counts: WriteCounts;
}

/** Changes a group by PUT or PATCH; If-Match applies to the locked group. @throws AppError as Directory.changeGroup */
export async function changeScimGroup(
  deps: ScimDeps,
  tx: Tx,
  target: GroupTarget & { readonly unknownMembers: UnknownMembers },
  draft: GroupDraft,
  scan?: MemberScan,
): Promise<ChangedGroup> {
  const { actor, id, unknownMembers } = target;
  const { accountId } = actor;
  const { directory } = deps;
  const omits = draft.omitsMembers;
  const keeps = omits && (await directory.readSyncRules(tx, accountId)).keepsOmittedMembers;
  const members = await filtersById(tx, accountId, draft.members);
  const mistake = await findMistake(tx, target, draft);
  let nameBefore = '';
  const written = await directory.changeGroup(tx, actor, id, {
    change: (before) => {
      requiredVersion(target, before.version);
      nameBefore = before.displayName;
      if (scan && scan.version !== before.version) throw new StaleScan();
      return {
        attributes: draft.apply(before),
        members:
          omits && !keeps ? REMOVE_ALL : changesOf({ deps, tx, accountId }, members, scan?.ids),
      };
    },
    unknownMembers,
  });
  // Thrown only now, because 404 and 412 take precedence.
  if (mistake) throw mistake;
  const { group, removed } = written;
  return {
    group,
    nameBefore,
    counts: {
      members: written.unknownMembers,
      attributes: draft.ignoredCount,
      removedMembers: omits ? removed : 0,
      keptMembers: keeps ? await directory.countMembers(tx, accountId, id) : 0,
    },
  };
}

/** Returns an error for a bare text beside the path of a remove that matches no member: it is more likely a mistake. */
async function findMistake(
  tx: Tx,
  { actor: { accountId }, id: groupId }: GroupTarget,
  { bareNames }: GroupDraft,
): Promise<ScimError | undefined> {
  if (bareNames.length === 0) return undefined;
  const texts = bareNames.map(({ text }) => text);
  const named = await findNamed(tx, { accountId, groupId }, texts);
  const wrong = bareNames.find(({ text }) => !named.has(text));
  return (
    wrong &&
    invalidValue(
      `Operations[${wrong.index}].value`,
      'names no member. Name members as [{"value": "their id"}], or send no value to remove all.',
    )
  );
}

/** RFC 7644 §3.5.1: a PUT removes omitted values (decision 43). */
const REMOVE_ALL: readonly MemberChange[] = [{ kind: 'removeAll' }];

/** Thrown when the group has changed since its members were scanned. */
export class StaleScan extends Error {}

/** Deletes a group. @throws AppError as Directory.removeGroup */
export async function removeScimGroup(
  { directory }: ScimDeps,
  tx: Tx,
  { actor, id, ...preconditions }: GroupTarget,
): Promise<WriteCounts> {
  const stored = await directory.readGroup(tx, actor.accountId, id);
  if (!stored) throw noSuchResource('group');
  return await directory.removeGroup(tx, actor, id, {
    ifVersion: requiredVersion(preconditions, stored.version),
  });
}

function changesOf(
  { deps, tx, accountId }: { readonly deps: ScimDeps; readonly tx: Tx; readonly accountId: string },
  members: GroupDraft['members'],
  among: readonly string[] | undefined,
): readonly MemberChange[] {
  const context = { db: tx, accountId, baseUrl: scimBaseUrl(deps), types: deps.types };
  return members.map((change) =>
    change.kind === 'removeWhere'
      ? { kind: change.kind, where: memberCondition(context, change.filter, among) }
      : change,
  );
}
