import type { Handling } from './handling.ts';
import { isJsonArray, isJsonObject, isSameJson, type Json } from './json.ts';
import type { PatchStep } from './patch-operation.ts';
import type { AttributePath } from './patch-path.ts';
import { namedForRemoval, namesNothing, unpackElements } from './patch-tolerance.ts';
import { choiceOf, mergeStep } from './patch-write.ts';
import { readValue } from './read-value.ts';
import {
  type ResolvedAttribute,
  resourceReference,
  valueSubAttribute,
} from './resolved-attribute.ts';
import { mutability } from './scim-error.ts';

function refuseRequired({ key, definition }: ResolvedAttribute): void {
  if (definition.required) throw mutability(key, 'is required and can not be removed.');
}

const isEmptyValue = (element: Json): boolean =>
  isJsonObject(element) && isSameJson(element, { value: '' });

function withdraw(
  { attribute }: AttributePath,
  named: readonly unknown[],
  { handling, bare }: { readonly handling: Handling; readonly bare: boolean },
): PatchStep {
  const dropped = handling.droppedCertificates;
  const value = readValue(attribute, unpackElements(attribute, named), attribute.key, handling);
  const elements = (isJsonArray(value) ? value : []).filter((it) => !isEmptyValue(it));
  // A certificate that can't be read was never stored, so there is nothing to remove.
  const isDropped = handling.droppedCertificates > dropped;
  if (named.length > 0 && elements.length === 0 && !isDropped) throw namesNothing(attribute);
  return { kind: 'withdraw', attribute, elements, bare };
}

/**
 * Returns the step of a remove (RFC 7644 §3.5.2.2). The caller has checked that the target is writable. Values beside a
 * path are used only if nothing else selects among several values.
 * @throws ScimError 400 mutability for a required attribute, 400 invalidValue
 */
export function readRemove(
  target: AttributePath,
  raw: unknown,
  handling: Handling,
): PatchStep | undefined {
  const { attribute, sub } = target;
  if (sub !== undefined) {
    refuseRequired(sub);
    // A `$ref` is computed from the id, so removing it removes the id.
    const part = sub === resourceReference(attribute) ? valueSubAttribute(attribute) : sub;
    return mergeStep('remove', target, choiceOf(target), new Map([[part ?? sub, undefined]]));
  }
  const choice = choiceOf(target);
  if (choice !== undefined) {
    return { kind: 'exchange', attribute, choice, element: undefined, wanted: false };
  }
  const named = attribute.multiValued ? namedForRemoval(raw) : undefined;
  if (named !== undefined) {
    const bare = typeof raw === 'string' && attribute.type === 'complex';
    return withdraw(target, named, { handling, bare });
  }
  refuseRequired(attribute);
  return { kind: 'clear', attribute };
}
