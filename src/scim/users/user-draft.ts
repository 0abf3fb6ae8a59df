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

/** The user that a request asks for, read from its body before the stored user is read. */
export interface UserDraft {
  /** Keys of the top-level attributes that the body names. */
  readonly has: ReadonlySet<string>;
  /** The number of ignored attributes that no schema knows. */
  readonly ignoredCount: number;
  /** The number of values that could not be read as a certificate, and were dropped. */
  readonly droppedCertificates: number;
  /** Computes the new attributes, without side effects. @throws ScimError */
  apply(before: User): DraftedUser;
}

export interface DraftedUser {
  readonly attributes: JsonObject;
  /** A text is set as the password; null removes it; undefined keeps it. */
  readonly password: string | null | undefined;
}

/** Reads the body of a PUT, which clears what it omits except `active` and the password. @throws ScimError */
export function replacementOf(
  type: ResourceType,
  body: unknown,
  preference: Preference,
): UserDraft {
  const read = canonicalise(type, body, preference);
  const { attributes, password, has, ignoredCount, droppedCertificates } = read;
  return {
    has,
    ignoredCount,
    droppedCertificates,
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

/** Reads the body of a PATCH. @throws ScimError */
export function patchOf(type: ResourceType, body: unknown, preference: Preference): UserDraft {
  const patch = parsePatch(type, body, preference);
  return {
    has: patch.has,
    ignoredCount: patch.ignoredCount,
    droppedCertificates: patch.droppedCertificates,
    apply(before) {
      const patched = applyPatch(type, before.attributes, patch);
      const { attributes, password, removesPassword } = patched;
      return { attributes, password: removesPassword ? null : password };
    },
  };
}
