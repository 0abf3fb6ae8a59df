import type { Handling } from './handling.ts';
import { isJsonArray, type Json } from './json.ts';
import type { ElementChoice, Parts, PatchStep } from './patch-operation.ts';
import type { AttributePath } from './patch-path.ts';
import { elementNamedBy, type PatchVerb, unpackElements } from './patch-tolerance.ts';
import { readParts, readValue } from './read-value.ts';
import type { ResolvedAttribute } from './resolved-attribute.ts';
import { isEmptyText, isUnassigned, unwrapSingle } from './tolerance.ts';

export type Writing = Exclude<PatchVerb, 'remove'>;

/** An empty text removes a simple value, even in an add: Entra adds where others replace. */
const clears = (attribute: ResolvedAttribute, raw: unknown): boolean =>
  !attribute.multiValued && attribute.type !== 'complex' && isEmptyText(attribute, raw);

/** Returns the elements that a path selects, and the one its filter describes; undefined without a filter. */
export function choiceOf({ attribute, selection }: AttributePath): ElementChoice | undefined {
  if (selection === undefined) return undefined;
  const { filter, syntax } = selection;
  return { filter, described: elementNamedBy(attribute, syntax) };
}

/** Adding a missing value changes nothing; replacing by it removes the value. */
export function mergeStep(
  verb: PatchVerb,
  { attribute }: AttributePath,
  choice: ElementChoice | undefined,
  parts: Parts,
): PatchStep | undefined {
  const meant = new Map([...parts].filter(([, value]) => verb !== 'add' || value !== undefined));
  return meant.size === 0 ? undefined : { kind: 'merge', attribute, verb, choice, parts: meant };
}

const objectOf = (parts: Parts): Json =>
  Object.fromEntries(
    [...parts].flatMap(([sub, value]) => (value === undefined ? [] : [[sub.name, value] as const])),
  );

/** Returns the change of a complex value, or of the elements that a filter selects, by an object of sub-attributes. */
function writeComplex(
  verb: Writing,
  target: AttributePath,
  given: unknown,
  handling: Handling,
): PatchStep | undefined {
  const { attribute } = target;
  const choice = choiceOf(target);
  const raw = unwrapSingle(given);
  if (isUnassigned(attribute, raw)) {
    if (verb === 'add') return undefined;
    if (choice === undefined) return { kind: 'clear', attribute };
    return { kind: 'exchange', attribute, choice, element: undefined, wanted: false };
  }
  const parts = readParts(attribute, raw, attribute.key, handling);
  const replaced = verb === 'replace' && choice !== undefined && attribute.multiValued;
  if (!replaced) return mergeStep(verb, target, choice, parts);
  return { kind: 'exchange', attribute, choice, element: objectOf(parts), wanted: true };
}

/**
 * Returns the step of an add or replace of one attribute; undefined when it changes nothing. The caller has checked
 * that the target is writable.
 * @throws ScimError 400 invalidValue
 */
export function readWrite(
  verb: Writing,
  target: AttributePath,
  raw: unknown,
  handling: Handling,
): PatchStep | undefined {
  const dropped = handling.droppedCertificates;
  const step = readStep(verb, target, raw, handling);
  const isPart = target.selection !== undefined || target.sub !== undefined;
  // A certificate that can't be read leaves the selected element as it is.
  return isPart && handling.droppedCertificates > dropped ? undefined : step;
}

function readStep(
  verb: Writing,
  target: AttributePath,
  raw: unknown,
  handling: Handling,
): PatchStep | undefined {
  const { attribute, selection, sub } = target;
  if (sub !== undefined) {
    // Read as part of its object, where `$ref` supplies the id at its end, and the id "" counts as missing.
    const parts = readParts(attribute, { [sub.name]: raw }, attribute.key, handling);
    return mergeStep(clears(sub, raw) ? 'replace' : verb, target, choiceOf(target), parts);
  }
  if (attribute.type === 'complex' && (selection !== undefined || !attribute.multiValued)) {
    return writeComplex(verb, target, raw, handling);
  }
  const value = readValue(attribute, unpackElements(attribute, raw), attribute.key, handling);
  if (verb === 'add' && value === undefined && !clears(attribute, raw)) return undefined;
  const choice = choiceOf(target);
  if (choice === undefined) return { kind: 'assign', attribute, verb, value };
  const element = isJsonArray(value) ? value[0] : value;
  return { kind: 'exchange', attribute, choice, element, wanted: element !== undefined };
}
