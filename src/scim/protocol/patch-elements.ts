import { type Elements, inOrder, joinElements, settlePrimary } from './element-list.ts';
import { byIdentity, elementIdentity } from './elements.ts';
import { matchesElement } from './filter-match.ts';
import {
  isJsonArray,
  isJsonObject,
  isSameJson,
  type Json,
  type JsonObject,
  ownValue,
} from './json.ts';
import type { PatchStep } from './patch-operation.ts';
import type { ResolvedAttribute } from './resolved-attribute.ts';
import { mutability, noTarget } from './scim-error.ts';

type Merge = PatchStep & { readonly kind: 'merge' };
type Exchange = PatchStep & { readonly kind: 'exchange' };

function refuseChange(
  sub: ResolvedAttribute,
  before: Json | undefined,
  after: Json | undefined,
): void {
  if (sub.definition.mutability !== 'immutable' || before === undefined) return;
  if (!isSameJson(before, after)) throw mutability(sub.key, 'is immutable and has a value.');
}

const listOf = (value: Json | undefined): Elements =>
  isJsonArray(value) ? value : value === undefined ? [] : [value];

function mergedPart(step: Merge, sub: ResolvedAttribute, before: Json | undefined) {
  const after = step.parts.get(sub);
  const joins = sub.multiValued && step.verb === 'add';
  return joins ? joinElements(sub, listOf(before), listOf(after)) : after;
}

/** Returns the value with its new parts and all others unchanged; undefined when nothing is left. */
function merge(step: Merge, element: JsonObject): Json | undefined {
  const result: Record<string, Json> = {};
  for (const sub of step.attribute.subAttributes) {
    const before = ownValue(element, sub.name);
    const after = step.parts.has(sub) ? mergedPart(step, sub, before) : before;
    refuseChange(sub, before, after);
    if (after !== undefined) result[sub.name] = after;
  }
  return Object.keys(result).length === 0 ? undefined : result;
}

/**
 * Returns the new element with what the filter says of it by `eq`, in the spelling of the old one. Clients that replace
 * `emails[type eq "work"]` by `{value}` mean the work address: without its type the next replace would not find it, and
 * would add another one (departure D1 in docs/scim-conformance.md).
 */
function exchange({ attribute, element, choice }: Exchange, before: Json): Json | undefined {
  if (!isJsonObject(before) || !isJsonObject(element)) return element;
  if (Object.keys(element).length === 0) return undefined;
  const { described: named } = choice;
  const kept = Object.entries(isJsonObject(named) ? named : {}).map(([name, value]) => [
    name,
    ownValue(before, name) ?? value,
  ]);
  const after = { ...Object.fromEntries(kept), ...element };
  for (const sub of attribute.subAttributes) {
    refuseChange(sub, ownValue(before, sub.name), ownValue(after, sub.name));
  }
  return inOrder(attribute, after);
}

function changed(step: Merge | Exchange, element: Json): Json | undefined {
  if (step.kind === 'exchange') return exchange(step, element);
  return isJsonObject(element) ? merge(step, element) : element;
}

/** Returns whether a value has to exist afterwards: a remove is done when there is nothing to remove. */
function isWanted(step: Merge | Exchange): boolean {
  if (step.kind === 'exchange') return step.wanted;
  return step.verb !== 'remove' && [...step.parts.values()].some((value) => value !== undefined);
}

/** Returns the element that the filter describes by `eq`, overwritten by the values of the operation. */
function described(step: Merge | Exchange): Json | undefined {
  const base = step.choice === undefined ? {} : step.choice.described;
  if (base === undefined) return undefined;
  if (step.kind === 'merge') return isJsonObject(base) ? merge(step, base) : undefined;
  const { attribute, element } = step;
  return isJsonObject(base) && isJsonObject(element)
    ? inOrder(attribute, { ...base, ...element })
    : element;
}

/** Creates an element when the filter matches none, provided that the filter matches the new one. */
function create(step: Merge | Exchange): Json {
  const { attribute, choice } = step;
  const element = described(step);
  if (element === undefined || (choice !== undefined && !matchesElement(choice.filter, element))) {
    throw noTarget(
      `No value of ${attribute.key} meets the filter of the path, and the filter does not describe one to create.`,
    );
  }
  return element;
}

/**
 * Returns the elements after an operation on those that its filter matches, or on all of them, without duplicates. A
 * complex attribute that is not multi-valued is passed as a list of at most one.
 * @throws ScimError 400 noTarget, 400 mutability
 */
export function changeElements(step: Merge | Exchange, elements: Elements): Elements {
  const { attribute, choice } = step;
  const written = new Set<Json>();
  const after: Json[] = [];
  let found = false;
  /** True when two elements may have become equal. */
  let isRenamed = false;
  for (const element of elements) {
    if (choice !== undefined && !matchesElement(choice.filter, element)) {
      after.push(element);
      continue;
    }
    found = true;
    const result = changed(step, element);
    if (result === undefined) continue;
    isRenamed ||= elementIdentity(attribute, result) !== elementIdentity(attribute, element);
    written.add(result);
    after.push(result);
  }
  if (found || !isWanted(step)) {
    const settled = settlePrimary(after, written);
    return isRenamed ? [...byIdentity(attribute, settled).values()] : settled;
  }
  if (!attribute.multiValued && elements.length > 0) {
    throw noTarget(`The value of ${attribute.key} does not match the filter of the path.`);
  }
  return joinElements(attribute, elements, [create(step)]);
}
