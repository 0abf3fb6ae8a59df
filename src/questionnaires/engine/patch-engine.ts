import { patchCalculations } from './calculations.ts';
import { keepChoiceOrder } from './choice-order.ts';
import { patchEmptyRatings } from './empty-ratings.ts';
import { countHiddenAsEmpty } from './hidden-is-empty.ts';
import { keepRequired } from './required-stays.ts';
import { keepChoicesWhole } from './whole-choices.ts';

let isPatched = false;

/**
 * Changes the engine for all models of this thread or page. The pages and the server both call it before they make a
 * model, so that they cannot disagree about a form.
 */
export function patchEngine(): void {
  if (isPatched) return;
  isPatched = true;
  keepChoicesWhole();
  keepChoiceOrder();
  patchEmptyRatings();
  countHiddenAsEmpty();
  patchCalculations();
  keepRequired();
}
