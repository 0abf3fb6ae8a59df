import type { Group } from '#directory/index.ts';
import {
  applyPatch,
  canonicalise,
  checkImmutable,
  groupType,
  type JsonObject,
  keepImmutable,
  type MemberChange,
  parsePatch,
} from '#scim/protocol/index.ts';

/** How a request wants a group to be, read from its body before the group is. */
export interface GroupDraft {
  /** Keys of the top-level attributes that the body names. */
  readonly has: ReadonlySet<string>;
  readonly members: readonly MemberChange[];
  /** Pure. @throws ScimError */
  apply(before: Group): JsonObject;
}

/** The body of a PUT: without `members` they stay as they are. @throws ScimError */
export function replacementOf(body: unknown): GroupDraft {
  const { attributes, members, has } = canonicalise(groupType, body);
  return {
    has,
    members: members ? [{ kind: 'replace', members }] : [],
    apply(before) {
      const kept = keepImmutable(groupType, before.attributes, attributes);
      checkImmutable(groupType, before.attributes, kept);
      return kept;
    },
  };
}

/** The body of a PATCH. @throws ScimError */
export function patchOf(body: unknown): GroupDraft {
  const patch = parsePatch(groupType, body);
  return {
    has: patch.has,
    members: patch.members,
    apply: (before) => applyPatch(groupType, before.attributes, patch).attributes,
  };
}
