import { isArray, isObject } from './json.ts';
import { type ResolvedAttribute, valueSubAttribute } from './resolved-attribute.ts';

// Accepts what clients send beyond the RFC. Each quirk has one function, whose comment names the clients that need it.
// `canonicalise` and `value` check the result strictly.

/**
 * Returns whether an empty string stands in place of a value of another type: OneLogin's templates fill in `""` for
 * every attribute that a user lacks. It means that there is no value.
 */
export const isEmptyText = (attribute: ResolvedAttribute, raw: unknown): boolean =>
  unwrapSimple(attribute, raw) === '' && (attribute.type !== 'string' || attribute.multiValued);

/** Returns whether there is no value: null, `[]` (RFC 7643 §2.5), or an empty string in place of another type. */
export function isUnassigned(attribute: ResolvedAttribute, raw: unknown): boolean {
  if (raw === null || raw === undefined || (isArray(raw) && raw.length === 0)) return true;
  return isEmptyText(attribute, raw);
}

/**
 * Returns whether an attribute counts as not mentioned. Null or `""` for `active` or `password` is an empty field of a
 * template (OneLogin, Entra's create with nulls); taking it literally would remove somebody's access or password.
 * `members: ""` must not empty a group either, but `members: null` is `[]`.
 */
export function isNotMeant(attribute: ResolvedAttribute, raw: unknown): boolean {
  if (attribute.definition.keptWhenOmitted !== true) return false;
  const value = unwrapSimple(attribute, raw);
  if (value === '') return true;
  return !attribute.multiValued && isUnassigned(attribute, value);
}

/**
 * Returns whether a remove leaves the attribute unchanged. `active` has no unassigned state: its default would give a
 * suspended person access again (decision 45).
 */
export const isNeverRemoved = ({ definition }: ResolvedAttribute): boolean =>
  definition.keptWhenOmitted === true && definition.apart === undefined;

/**
 * Unwraps a scalar in a one-element array, in `{value: …}`, or in both: older Entra `customappsso` jobs, and SCIM-SDK
 * before 1.25 under Keycloak. Entra's published examples have `[{"$ref": null, "value": "False"}]`. An object with any
 * other member that is not null stays, because it holds more than the attribute can.
 */
export function unwrapScalar(raw: unknown): unknown {
  let value = raw;
  for (let layer = 0; layer < 2; layer += 1) {
    if (isArray(value) && value.length === 1) value = value[0];
    else if (isObject(value)) value = valueAlone(value);
  }
  return value;
}

/** Returns the member `value` if all others are null, and otherwise the object. */
function valueAlone(object: Readonly<Record<string, unknown>>): unknown {
  const isValue = (name: string): boolean => name.toLowerCase() === 'value';
  const given = Object.entries(object).filter(([name, inner]) => isValue(name) || inner !== null);
  const [only, ...others] = given;
  return only !== undefined && others.length === 0 && isValue(only[0]) ? only[1] : object;
}

const unwrapSimple = (attribute: ResolvedAttribute, raw: unknown): unknown =>
  attribute.multiValued || attribute.type === 'complex' ? raw : unwrapScalar(raw);

/** Reads `"True"`, `"false"`: Entra without the flag aadOptscim062020, Keycloak's PATCH mode, GitLab. */
export function readBoolean(raw: unknown): boolean | undefined {
  if (typeof raw === 'boolean') return raw;
  if (typeof raw !== 'string') return undefined;
  const text = raw.toLowerCase();
  return text === 'true' ? true : text === 'false' ? false : undefined;
}

/** Accepts one object or one bare string in place of an array: OneLogin's `emails`, Postman suites. */
export const asElements = (raw: unknown): readonly unknown[] => (isArray(raw) ? raw : [raw]);

/**
 * Accepts the `value` alone in place of a complex value (Entra, SCIM-SDK's simple manager), such as `manager: "271"`,
 * `members: ["id"]` or `emails: ["a@example.com"]`.
 */
export function asObject(attribute: ResolvedAttribute, raw: unknown): unknown {
  if (typeof raw !== 'string' || valueSubAttribute(attribute) === undefined) return raw;
  return { value: raw };
}

/** Accepts a single complex value in a one-element array: Entra's `manager: [{value, $ref}]`, older SCIM-SDK. */
export const unwrapSingle = (raw: unknown): unknown =>
  isArray(raw) && raw.length === 1 ? raw[0] : raw;

/**
 * Returns the id at the end of a resource reference: `{id}`, `Users/{id}`, `/scim/v2/Users/{id}` or an absolute URI,
 * with or without a version segment (RFC 7643 §2.3.7, §2.4). Keycloak sends relative ones, Entra `"$ref": null`.
 */
export function idFromReference(raw: unknown): string | undefined {
  if (typeof raw !== 'string') return undefined;
  const [path = ''] = raw.split(/[?#]/, 1);
  const last = path.slice(path.lastIndexOf('/') + 1);
  if (last === '') return undefined;
  try {
    return decodeURIComponent(last);
  } catch {
    return last; // An invalid percent encoding: the text itself is the id, and does not exist.
  }
}
