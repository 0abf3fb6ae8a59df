import { elementIdentity } from './elements.ts';
import {
  isJsonArray,
  isJsonObject,
  isSameJson,
  type Json,
  type JsonObject,
  ownValue,
} from './json.ts';
import { holderOf, type ResolvedAttribute } from './resolved-attribute.ts';
import type { ResourceType } from './resource-type.ts';
import { mutability } from './scim-error.ts';

const isImmutable = ({ definition }: ResolvedAttribute): boolean =>
  definition.mutability === 'immutable' && definition.apart === undefined;

const attributesOf = (type: ResourceType): readonly ResolvedAttribute[] => [
  ...type.attributes,
  ...type.extensions.flatMap((extension) => extension.attributes),
];

function refuse(attribute: ResolvedAttribute): never {
  throw mutability(attribute.key, 'is immutable: it keeps the value that it was given first.');
}

function checkParts(attribute: ResolvedAttribute, before: Json, after: Json | undefined): void {
  if (!isJsonObject(before) || !isJsonObject(after)) return;
  for (const sub of attribute.subAttributes.filter(isImmutable)) {
    const value = ownValue(before, sub.name);
    if (value !== undefined && !isSameJson(value, ownValue(after, sub.name))) refuse(sub);
  }
}

/** Checks elements, which may be added and removed; one that stays keeps its immutable parts. */
function checkElements(
  attribute: ResolvedAttribute,
  before: readonly Json[],
  after: readonly Json[],
): void {
  const stays = new Map(after.map((element) => [elementIdentity(attribute, element), element]));
  for (const element of before) {
    checkParts(attribute, element, stays.get(elementIdentity(attribute, element)));
  }
}

/**
 * Compares the canonical attributes of a resource before and after a change.
 * @throws ScimError 400 mutability when an immutable attribute has a value in `before` and another one, or none, in
 * `after` (RFC 7643 §7, RFC 7644 §3.5.1, §3.5.2)
 */
export function checkImmutable(type: ResourceType, before: JsonObject, after: JsonObject): void {
  for (const attribute of attributesOf(type)) {
    const old = ownValue(holderOf(attribute, before), attribute.name);
    if (old === undefined) continue;
    const value = ownValue(holderOf(attribute, after), attribute.name);
    if (isImmutable(attribute)) {
      if (!isSameJson(old, value)) refuse(attribute);
    } else if (isJsonArray(old)) {
      checkElements(attribute, old, isJsonArray(value) ? value : []);
    } else checkParts(attribute, old, value);
  }
}

/**
 * Returns the attributes of a replace with immutable values that it omits, because a client need not send back what it
 * cannot change. This includes immutable sub-attributes of a complex value that it does send.
 */
export function keepImmutable(
  type: ResourceType,
  before: JsonObject,
  after: JsonObject,
): JsonObject {
  let result = after;
  for (const attribute of attributesOf(type)) {
    const old = ownValue(holderOf(attribute, before), attribute.name);
    const holder = holderOf(attribute, result);
    const value = ownValue(holder, attribute.name);
    const kept = isImmutable(attribute) ? (value ?? old) : keepParts(attribute, old, value);
    if (kept === undefined || kept === value) continue;
    const changed = { ...holder, [attribute.name]: kept };
    result = attribute.extension ? { ...result, [attribute.schema]: changed } : changed;
  }
  return result;
}

function keepParts(
  attribute: ResolvedAttribute,
  before: Json | undefined,
  after: Json | undefined,
): Json | undefined {
  if (!isJsonObject(before)) return after;
  const kept = attribute.subAttributes.filter(isImmutable).flatMap(({ name }) => {
    const value = ownValue(before, name);
    const missing = !isJsonObject(after) || !Object.hasOwn(after, name);
    return value === undefined || !missing ? [] : [[name, value] as const];
  });
  if (kept.length === 0) return after;
  return { ...(isJsonObject(after) ? after : {}), ...Object.fromEntries(kept) };
}
