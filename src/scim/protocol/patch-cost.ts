import type { Filter } from './filter-tree.ts';
import { isJsonArray } from './json.ts';
import type { PatchOperation, PatchStep } from './patch-operation.ts';
import type { ResolvedAttribute } from './resolved-attribute.ts';
import { tooMany } from './scim-error.ts';

/**
 * Comparisons of an element with a term of a filter, or with another element, that one PATCH may cost: operations times
 * elements. They hold up everybody for some ten milliseconds.
 */
const MAX_COMPARISONS = 100_000;

/** Finding out which of two lists are the same costs so many comparisons an element. */
const JOINING = 5;

const termsOf = (filter: Filter): number => {
  if (filter.kind === 'and' || filter.kind === 'or') {
    return filter.filters.reduce((total, it) => total + termsOf(it), 0);
  }
  return filter.kind === 'not' ? termsOf(filter.filter) : 1;
};

/** What one step costs on so many elements, and how many there are behind it at the most. */
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
 * Reckons what the operations may cost before any is done, so that a refusal costs nothing.
 * @param storedCount how many elements an attribute has before the first of them
 * @throws ScimError 400 tooMany
 */
export function refuseCostly(
  operations: readonly PatchOperation[],
  storedCount: (attribute: ResolvedAttribute) => number,
): void {
  const counts = new Map<ResolvedAttribute, number>();
  let total = 0;
  for (const { step } of operations) {
    const { attribute } = step;
    const { cost, left } = costOf(step, counts.get(attribute) ?? storedCount(attribute));
    counts.set(attribute, left);
    total += cost;
  }
  if (total <= MAX_COMPARISONS) return;
  throw tooMany(
    `The operations may take ${total} comparisons with values that are there; at most ${MAX_COMPARISONS} are taken. Send them in several requests.`,
  );
}
