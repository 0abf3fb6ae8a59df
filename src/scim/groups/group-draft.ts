import type { Group } from '#directory/index.ts';
import {
  applyPatch,
  canonicalise,
  checkImmutable,
  type JsonObject,
  keepImmutable,
  type MemberChange,
  parsePatch,
  type ResourceType,
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
export function replacementOf(type: ResourceType, body: unknown): GroupDraft {
  const { attributes, members, has } = canonicalise(type, body);
  return {
    has,
    members: members ? [{ kind: 'replace', members }] : [],
    apply(before) {
      const kept = keepImmutable(type, before.attributes, attributes);
      checkImmutable(type, before.attributes, kept);
      return kept;
    },
  };
}

/** The body of a PATCH. @throws ScimError */
export function patchOf(type: ResourceType, body: unknown): GroupDraft {
  const patch = parsePatch(type, body);
  return {
    has: patch.has,
    members: patch.members,
    apply: (before) => applyPatch(type, before.attributes, patch).attributes,
  };
}
