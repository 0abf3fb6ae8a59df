import { actorOf } from '#audit/index.ts';
import type { Request } from '#http/endpoint.ts';
import { preconditionsOf } from '#scim/if-match.ts';
import { preferenceOf, unknownMembersIn } from '#scim/prefer-handling.ts';
import type { Preference, ResourceType } from '#scim/protocol/index.ts';
import { noSuchResource, resourceId } from '#scim/resource-id.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import type { GroupDraft } from './group-draft.ts';
import { changeGroup, StaleScan } from './group-writes.ts';
import { scanMembers } from './member-scan.store.ts';

const MOST_SCANS = 3;

/** One change of one group, by PUT or PATCH. */
export async function writeGroup(
  deps: ScimDeps,
  request: Request,
  draft: GroupDraft,
): ReturnType<typeof changeGroup> {
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
      return await deps.db.transaction((tx) => changeGroup(deps, tx, target, draft, scan));
    } catch (error) {
      if (!(error instanceof StaleScan)) throw error;
    }
  }
  // Others write the group all the time: it has to stand still while its members are looked at.
  return await deps.db.transaction((tx) => changeGroup(deps, tx, target, draft));
}

/**
 * The draft in a request for a group. A group that is gone is 404 whatever the body says: an identity provider then
 * makes it anew, where it would repeat what it hears is wrong for weeks.
 */
export async function draftOf(
  { db, directory, types }: ScimDeps,
  request: Request,
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
