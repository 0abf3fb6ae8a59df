import { actorOf } from '#audit/index.ts';
import type { Principal, Request } from '#http/endpoint.ts';
import { preconditionsOf } from '#scim/if-match.ts';
import { preferenceOf, unknownMembersIn } from '#scim/prefer-handling.ts';
import type { Preference, ResourceType } from '#scim/protocol/index.ts';
import { noSuchResource, resourceId } from '#scim/resource-id.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import type { GroupDraft } from './group-draft.ts';
import { changeScimGroup, StaleScan } from './group-writes.ts';
import { scanMembers } from './member-scan.store.ts';

const MOST_SCANS = 3;

/** Changes one group by PUT or PATCH. */
export async function writeGroup(
  deps: ScimDeps,
  request: Request<Principal, 'id'>,
  draft: GroupDraft,
): ReturnType<typeof changeScimGroup> {
  const changed = await changeInTurn(deps, request, draft);
  const { group, nameBefore } = changed;
  if (group.displayName !== nameBefore) request.noteNameBefore(nameBefore);
  return changed;
}

async function changeInTurn(
  deps: ScimDeps,
  request: Request<Principal, 'id'>,
  draft: GroupDraft,
): ReturnType<typeof changeScimGroup> {
  const id = resourceId(request, 'group');
  const target = {
    actor: actorOf(request, 'scim'),
    id,
    ...preconditionsOf(request),
    unknownMembers: unknownMembersIn(preferenceOf(request)),
  };
  for (let tries = 0; tries < MOST_SCANS; tries += 1) {
    const scan = await scanMembers(deps, target.actor.accountId, id, draft);
    try {
      return await deps.db.transaction((tx) => changeScimGroup(deps, tx, target, draft, scan));
    } catch (error) {
      if (!(error instanceof StaleScan)) throw error;
    }
  }
  // Other requests keep changing the group: lock it while the filters are evaluated.
  return await deps.db.transaction((tx) => changeScimGroup(deps, tx, target, draft));
}

/**
 * Returns the draft in a request for a group. A deleted group is 404 even when the body is invalid: on a 404 an
 * identity provider creates the group again, on a 400 it would send the same body for weeks.
 */
export async function draftOf(
  { db, directory, types }: ScimDeps,
  request: Request<Principal, 'id'>,
  read: (type: ResourceType, body: unknown, preference: Preference) => Promise<GroupDraft>,
): Promise<GroupDraft> {
  const id = resourceId(request, 'group');
  try {
    return await read(types.group, request.body, preferenceOf(request));
  } catch (error) {
    const group = await directory.readGroup(db.reader, request.principal.accountId, id);
    throw group ? error : noSuchResource('group');
  }
}
