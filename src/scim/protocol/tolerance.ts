import { isArray, isObject } from './json.ts';
import { type ResolvedAttribute, valueSubAttribute } from './resolved-attribute.ts';

// What clients send beyond the RFC, read as they mean it: each quirk has one function, whose
// comment names the clients that need it. What comes out of here is checked strictly by canonicalise and value.

/**
 * An empty string where something other than text belongs: OneLogin's templates fill in `""` for whatever a user
 * lacks. It says that there is no value.
 */
export const isEmptyText = (attribute: ResolvedAttribute, raw: unknown): boolean =>
  unwrapSimple(attribute, raw) === '' && (attribute.type !== 'string' || attribute.multiValued);

/** Null, `[]` (RFC 7643 §2.5) and an empty string in place of something else mean "has no value". */
export function isUnassigned(attribute: ResolvedAttribute, raw: unknown): boolean {
  if (raw === null || raw === undefined || (isArray(raw) && raw.length === 0)) return true;
  return isEmptyText(attribute, raw);
}

/**
 * Null or `""` for `active` or `password` is an empty field of a template (OneLogin, Entra's create with nulls),
 * not a wish to take somebody's access or password away, and `members: ""` no wish to empty a group: both are read as
 * not mentioned. `members: null` is `[]`.
 */
export function isNotMeant(attribute: ResolvedAttribute, raw: unknown): boolean {
  if (attribute.definition.keptWhenOmitted !== true) return false;
  const value = unwrapSimple(attribute, raw);
  if (value === '') return true;
  return !attribute.multiValued && isUnassigned(attribute, value);
}

/**
 * `active` has no unassigned state: its default would give a suspended person access again, so a remove leaves it as
 * it is (decision 45).
 */
export const isNeverRemoved = ({ definition }: ResolvedAttribute): boolean =>
  definition.keptWhenOmitted === true && definition.apart === undefined;

/**
 * A scalar in a one-element array or in `{value: …}`, or in both: older Entra `customappsso` jobs, and SCIM-SDK
 * before 1.25 under Keycloak. An object with any other member is not unwrapped, because it says more
 * than the attribute can hold.
 */
export function unwrapScalar(raw: unknown): unknown {
  let value = raw;
  for (let layer = 0; layer < 2; layer += 1) {
    if (isArray(value) && value.length === 1) value = value[0];
    else if (isObject(value)) value = isValueAlone(value) ? Object.values(value)[0] : value;
  }
  return value;
}

const isValueAlone = (object: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(object).join().toLowerCase() === 'value';

const unwrapSimple = (attribute: ResolvedAttribute, raw: unknown): unknown =>
  attribute.multiValued || attribute.type === 'complex' ? raw : unwrapScalar(raw);

/** `"True"`, `"false"`: Entra without the flag aadOptscim062020, Keycloak's PATCH mode, GitLab. */
export function readBoolean(raw: unknown): boolean | undefined {
  if (typeof raw === 'boolean') return raw;
  if (typeof raw !== 'string') return undefined;
  const text = raw.toLowerCase();
  return text === 'true' ? true : text === 'false' ? false : undefined;
}

/** One object, or one bare string, where an array belongs: OneLogin's `emails`, Postman suites. */
export const asElements = (raw: unknown): readonly unknown[] => (isArray(raw) ? raw : [raw]);

/**
 * A complex value given as its `value` alone: `manager: "271"`, `members: ["id"]`, `emails: ["a@example.com"]`
 * (Entra, SCIM-SDK's simple manager).
 */
export function asObject(attribute: ResolvedAttribute, raw: unknown): unknown {
  if (typeof raw !== 'string' || valueSubAttribute(attribute) === undefined) return raw;
  return { value: raw };
}

/** A single complex value in an array of one: Entra's `manager: [{value, $ref}]`, older SCIM-SDK. */
export const unwrapSingle = (raw: unknown): unknown =>
  isArray(raw) && raw.length === 1 ? raw[0] : raw;

/**
 * The id at the end of a resource reference: `{id}`, `Users/{id}`, `/scim/v2/Users/{id}` or an absolute URI, with or
 * without a version segment (RFC 7643 §2.3.7, §2.4). Keycloak sends relative ones, Entra `"$ref": null`.
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
