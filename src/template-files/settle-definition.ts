// Makes a definition from elsewhere one that can be stored and published, by leaving out the parts that cannot.

import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import {
  type DefinitionFault,
  reportOnDefinition,
} from '#questionnaires/definition/check-definition.ts';
import { faultsOfPublishing } from '#questionnaires/definition/check-publishable.ts';
import { withoutComparison } from '#questionnaires/definition/comparisons.ts';
import { type Step, stepsOf, without, withText } from './change-at.ts';

/** The most rounds: what refers to a part that was left out is left out in the next one. */
const MAX_ROUNDS = 50;

export interface Settled {
  /** Undefined when the definition is no object or too large. */
  readonly definition: JsonObject | undefined;
  /** Why, in that case. */
  readonly refused: readonly DefinitionFault[];
}

/** The whole question is left out for these faults, because there is no question without the part. */
const WHOLE: ReadonlySet<string> = new Set([
  'noChoices',
  'noColumns',
  'noRows',
  'noFields',
  'noCalculation',
]);

/** What is missing in a draft, and chosen after the import. */
const CHOSEN_LATER: ReadonlySet<string> = new Set(['noList', 'noChoicePicture']);

/** The filter of a shared list: either half without the other one is a fault, too. */
const FILTER: readonly string[] = ['filterColumn', 'filterField'];

/**
 * Returns the definition without its faulty parts.
 * @param note is told each part that is left out: the fault, and the innermost name around it
 */
export function settleDefinition(
  definition: JsonValue,
  note: (fault: DefinitionFault, name: string | undefined) => void,
): Settled {
  const { accepted, refused, faults } = reportOnDefinition(definition);
  if (accepted === undefined) return { definition: undefined, refused: faults };
  for (const fault of refused) note(fault, nameAt(definition, fault.at));
  let settled = accepted;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const found = faultsOfPublishing(settled).filter(({ kind = '' }) => !CHOSEN_LATER.has(kind));
    if (found.length === 0) return { definition: settled, refused: [] };
    for (const fault of found) note(fault, nameAt(settled, fault.at));
    settled = withoutParts(settled, found);
  }
  return { definition: undefined, refused: faultsOfPublishing(settled) };
}

/** Returns the definition without the parts that faults name. The last ones go first, so that positions stay true. */
export function withoutParts(
  definition: JsonObject,
  faults: readonly DefinitionFault[],
): JsonObject {
  let changed = definition;
  const done = new Set<string>();
  for (const { at, kind = '', values } of faults.toReversed()) {
    const steps = WHOLE.has(kind) ? stepsOf(at).slice(0, -1) : stepsOf(at);
    if (FILTER.includes(String(steps.at(-1)))) {
      for (const half of FILTER) changed = without(changed, [...steps.slice(0, -1), half]);
      continue;
    }
    if (kind === 'unknownChoice') {
      const [name, value] = [String(values?.['name']), String(values?.['value'])];
      changed = withText(changed, steps, (text) => withoutComparison(text, name, value));
      continue;
    }
    const key = JSON.stringify(steps);
    if (done.has(key)) continue;
    done.add(key);
    changed = isWording(steps)
      ? withText(changed, steps, withoutReference)
      : without(changed, steps);
  }
  return changed;
}

const isWording = (steps: readonly Step[]): boolean =>
  /(?:title|description)$/i.test(String(steps.at(-1)));

/** Replaces the names in braces, so that no reader sees one of a field that is not there. */
const withoutReference = (text: string): string =>
  text.replaceAll(/\{[\p{L}\p{N}_.[\]-]+\}/gu, '…');

/** Returns the innermost name around a position, such as that of the field. */
export function nameAt(definition: JsonValue, at: string): string | undefined {
  let name: string | undefined;
  let value: JsonValue | undefined = definition;
  for (const step of stepsOf(at)) {
    value = inside(value, step);
    const own = isObject(value) ? member(value, 'name') : undefined;
    if (typeof own === 'string') name = own;
  }
  return name;
}

function inside(value: JsonValue | undefined, step: Step): JsonValue | undefined {
  if (typeof step === 'string') return isObject(value) ? member(value, step) : undefined;
  const list: readonly JsonValue[] = Array.isArray(value) ? value : [];
  return list[step];
}
