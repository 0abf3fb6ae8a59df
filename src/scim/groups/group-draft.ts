import type { Group } from '#directory/index.ts';
import { inTurns } from '#kernel/in-turns.ts';
import {
  applyPatch,
  canonicaliseInParts,
  checkImmutable,
  type JsonObject,
  keepImmutable,
  type MemberChange,
  type Preference,
  parsePatchInParts,
  type ResourceType,
} from '#scim/protocol/index.ts';

/** How a request wants a group to be, read from its body before the group is. */
export interface GroupDraft {
  /** Keys of the top-level attributes that the body names. */
  readonly has: ReadonlySet<string>;
  /** How many attributes that no schema knows were passed over. */
  readonly ignoredCount: number;
  readonly members: readonly MemberChange[];
  /** It replaces the group and does not say who its members are. */
  readonly omitsMembers: boolean;
  /** Texts beside the path of a remove that are no ids: each has to name somebody, or it would remove nobody. */
  readonly bareNames: readonly { readonly index: number; readonly text: string }[];
  /** Pure. @throws ScimError */
  apply(before: Group): JsonObject;
}

/** The body of a PUT. @throws ScimError */
export async function replacementOf(
  type: ResourceType,
  body: unknown,
  preference: Preference,
): Promise<GroupDraft> {
  const read = await inTurns(canonicaliseInParts(type, body, preference));
  const { attributes, members, has, ignoredCount } = read;
  return {
    has,
    ignoredCount,
    members: members ? [{ kind: 'replace', members }] : [],
    omitsMembers: members === undefined,
    bareNames: [],
    apply(before) {
      const kept = keepImmutable(type, before.attributes, attributes);
      checkImmutable(type, before.attributes, kept);
      return kept;
    },
  };
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The body of a PATCH. @throws ScimError */
export async function patchOf(
  type: ResourceType,
  body: unknown,
  preference: Preference,
): Promise<GroupDraft> {
  const patch = await inTurns(parsePatchInParts(type, body, preference));
  return {
    has: patch.has,
    ignoredCount: patch.ignoredCount,
    members: patch.members,
    omitsMembers: false,
    bareNames: patch.bareMembers.filter(({ text }) => !ID.test(text)),
    apply: (before) => applyPatch(type, before.attributes, patch).attributes,
  };
}
