import { isArray, isObject, ownMember } from './json.ts';
import { type ResolvedAttribute, valueSubAttribute } from './resolved-attribute.ts';

// What clients send beyond the RFC, read as they mean it: one quirk, one function, its clients and the source named.
// Sections are those of identity-providers.md. What comes out of here is checked strictly by canonicalise and value.

/**
 * Null and `[]` mean "has no value" (RFC 7643 §2.5). An empty string is a value where text belongs, and nothing
 * where something else does: OneLogin's templates fill in `""` for whatever a user lacks (§5).
 */
export function isUnassigned(attribute: ResolvedAttribute, raw: unknown): boolean {
  if (raw === null || raw === undefined || (isArray(raw) && raw.length === 0)) return true;
  return raw === '' && (attribute.type !== 'string' || attribute.multiValued);
}

/**
 * Null or `""` for `active` or `password` is an empty field of a template (OneLogin, Entra's create with nulls, §3
 * and §5), not a wish to take somebody's access or password away, and `members: ""` no wish to empty a group: read
 * as not mentioned. `members: null` is `[]`.
 */
export function isNotMeant(attribute: ResolvedAttribute, raw: unknown): boolean {
  if (attribute.definition.keptWhenOmitted !== true) return false;
  return raw === '' || (!attribute.multiValued && isUnassigned(attribute, raw));
}

/**
 * A scalar in a one-element array or in `{value: …}`, or in both: older Entra `customappsso` jobs (§3, rule 5), and
 * SCIM-SDK before 1.25 under Keycloak (§5).
 */
export function unwrapScalar(raw: unknown): unknown {
  let value = raw;
  for (let layer = 0; layer < 2; layer += 1) {
    if (isArray(value) && value.length === 1) value = value[0];
    else if (isObject(value)) value = ownMember(value, 'value') ?? value;
  }
  return value;
}

/** `"True"`, `"false"`: Entra without the flag aadOptscim062020, Keycloak's PATCH mode, GitLab (§3, §5, rule 5). */
export function readBoolean(raw: unknown): boolean | undefined {
  if (typeof raw === 'boolean') return raw;
  if (typeof raw !== 'string') return undefined;
  const text = raw.toLowerCase();
  return text === 'true' ? true : text === 'false' ? false : undefined;
}

/** One object, or one bare string, where an array belongs: OneLogin's `emails` (§5), Postman suites (§3). */
export const asElements = (raw: unknown): readonly unknown[] => (isArray(raw) ? raw : [raw]);

/**
 * A complex value given as its `value` alone: `manager: "271"`, `members: ["id"]`, `emails: ["a@example.com"]`
 * (Entra, SCIM-SDK's simple manager, §3).
 */
export function asObject(attribute: ResolvedAttribute, raw: unknown): unknown {
  if (typeof raw !== 'string' || valueSubAttribute(attribute) === undefined) return raw;
  return { value: raw };
}

/** A single complex value in an array of one: Entra's `manager: [{value, $ref}]`, older SCIM-SDK (§3, §5). */
export const unwrapSingle = (raw: unknown): unknown =>
  isArray(raw) && raw.length === 1 ? raw[0] : raw;

/**
 * The id at the end of a resource reference: `{id}`, `Users/{id}`, `/scim/v2/Users/{id}` or an absolute URI, with or
 * without a version segment (RFC 7643 §2.3.7, §2.4). Keycloak sends relative ones, Entra `"$ref": null` (§3, §5).
 */
export function idFromReference(raw: unknown): string | undefined {
  if (typeof raw !== 'string') return undefined;
  const [path = ''] = raw.split(/[?#]/, 1);
  const last = path.slice(path.lastIndexOf('/') + 1);
  if (last === '') return undefined;
  try {
    return decodeURIComponent(last);
  } catch {
    return last; // A stray percent sign: the text itself is the id, and names nobody.
  }
}
