import type { User } from '#directory/index.ts';
import {
  applyPatch,
  canonicalise,
  checkImmutable,
  type JsonObject,
  keepImmutable,
  type Preference,
  parsePatch,
  type ResourceType,
} from '#scim/protocol/index.ts';

/** How a request wants a user to be, read from its body before the user is. */
export interface UserDraft {
  /** Keys of the top-level attributes that the body names. */
  readonly has: ReadonlySet<string>;
  /** How many attributes that no schema knows were passed over. */
  readonly ignoredCount: number;
  /** Pure. @throws ScimError */
  apply(before: User): DraftedUser;
}

export interface DraftedUser {
  readonly attributes: JsonObject;
  /** To be set; null: to be taken away; undefined: it stays. */
  readonly password: string | null | undefined;
}

/** The body of a PUT: what it leaves out is cleared, but for `active` and the password. @throws ScimError */
export function replacementOf(
  type: ResourceType,
  body: unknown,
  preference: Preference,
): UserDraft {
  const { attributes, password, has, ignoredCount } = canonicalise(type, body, preference);
  return {
    has,
    ignoredCount,
    apply(before) {
      const named = has.has('active')
        ? attributes
        : { ...attributes, active: before.attributes['active'] ?? true };
      const kept = keepImmutable(type, before.attributes, named);
      checkImmutable(type, before.attributes, kept);
      return { attributes: kept, password };
    },
  };
}

/** The body of a PATCH. @throws ScimError */
export function patchOf(type: ResourceType, body: unknown, preference: Preference): UserDraft {
  const patch = parsePatch(type, body, preference);
  return {
    has: patch.has,
    ignoredCount: patch.ignoredCount,
    apply(before) {
      const patched = applyPatch(type, before.attributes, patch);
      const { attributes, password, removesPassword } = patched;
      return { attributes, password: removesPassword ? null : password };
    },
  };
}
