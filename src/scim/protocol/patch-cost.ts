import type { Filter } from './filter-tree.ts';
import { isJsonArray } from './json.ts';
import type { PatchStep } from './patch-operation.ts';
import type { ResolvedAttribute } from './resolved-attribute.ts';
import { tooMany } from './scim-error.ts';

/**
 * The most comparisons of an element with a term of a filter, or with another element, that one PATCH may need:
 * operations times elements. They take about ten milliseconds, during which no other request runs.
 */
const MAX_COMPARISONS = 100_000;

/** The cost of comparing two lists, in comparisons per element. */
const JOINING = 5;

const termsOf = (filter: Filter): number => {
  if (filter.kind === 'and' || filter.kind === 'or') {
    return filter.filters.reduce((total, it) => total + termsOf(it), 0);
  }
  return filter.kind === 'not' ? termsOf(filter.filter) : 1;
};

/** Returns the cost of one step for a number of elements, and the most elements that there can be after it. */
function costOf(
  step: PatchStep,
  elements: number,
): { readonly cost: number; readonly left: number } {
  switch (step.kind) {
    case 'clear':
      return { cost: 0, left: 0 };
    case 'assign': {
      const added = isJsonArray(step.value) ? step.value.length : 0;
      if (step.verb !== 'add' || !step.attribute.multiValued) return { cost: 0, left: added };
      return { cost: JOINING * (elements + added), left: elements + added };
    }
    case 'withdraw':
      return { cost: elements * step.elements.length, left: elements };
    default:
      return {
        cost: elements * (step.choice ? termsOf(step.choice.filter) : 1),
        left: elements + 1,
      };
  }
}

/**
 * Estimates the cost of operations one after another, before any is executed, so that a refusal costs nothing.
 * @param storedCount returns how many elements an attribute has before the first operation
 */
export class PatchCost {
  readonly #storedCount: (attribute: ResolvedAttribute) => number;
  readonly #counts = new Map<ResolvedAttribute, number>();
  #total = 0;

  constructor(storedCount: (attribute: ResolvedAttribute) => number) {
    this.#storedCount = storedCount;
  }

  /** Adds a step. @throws ScimError 400 tooMany */
  add(step: PatchStep): void {
    const { attribute } = step;
    const elements = this.#counts.get(attribute) ?? this.#storedCount(attribute);
    const { cost, left } = costOf(step, elements);
    this.#counts.set(attribute, left);
    this.#total += cost;
    if (this.#total <= MAX_COMPARISONS) return;
    throw tooMany(
      `The operations up to this one may take more than ${MAX_COMPARISONS} comparisons with values that are there. Send them in several requests.`,
    );
  }
}
