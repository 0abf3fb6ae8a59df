import type { Group } from '#directory/index.ts';
import { inTurns } from '#kernel/in-turns.ts';
import {
  applyPatch,
  canonicaliseInParts,
  checkImmutable,
  isOwnId,
  type JsonObject,
  keepImmutable,
  type MemberChange,
  type Preference,
  parsePatchInParts,
  type ResourceType,
} from '#scim/protocol/index.ts';

/** The group that a request asks for, read from its body before the stored group is read. */
export interface GroupDraft {
  /** Keys of the top-level attributes that the body names. */
  readonly has: ReadonlySet<string>;
  /** The number of ignored attributes that no schema knows. */
  readonly ignoredCount: number;
  readonly members: readonly MemberChange[];
  /** True for a PUT without `members`. */
  readonly omitsMembers: boolean;
  /** Texts in the `value` of a remove of members that are not ids. Each has to name a member, or none is removed. */
  readonly bareNames: readonly { readonly index: number; readonly text: string }[];
  /** Computes the new attributes, without side effects. @throws ScimError */
  apply(before: Group): JsonObject;
}

/** Reads the body of a PUT. @throws ScimError */
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

/** Reads the body of a PATCH. @throws ScimError */
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
    bareNames: patch.bareMembers.filter(({ text }) => !isOwnId(text)),
    apply: (before) => applyPatch(type, before.attributes, patch).attributes,
  };
}
