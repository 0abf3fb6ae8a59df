import { type HashTable, Helpers, QuestionMatrixDropdownModelBase } from 'survey-core';

let isPatched = false;

/**
 * Writes the totals of a table into the answers whenever they are not there. The engine writes only a total that changes:
 * where a draft was opened again, conditions and calculations would find none until somebody changes a row. Pages load this file with the functions of forms that need it.
 */
export function keepTotals(): void {
  if (isPatched) return;
  isPatched = true;
  const { prototype } = QuestionMatrixDropdownModelBase;
  const run = prototype['runTotalsCondition'];
  prototype['runTotalsCondition'] = function runTotals(properties: HashTable<unknown>): void {
    run.call(this, properties);
    if (!this.data) return;
    const stored: unknown = this.data.getValue(`${this.getValueName()}-total`) ?? {};
    if (!Helpers.isTwoValueEquals(stored, this.totalValue)) this['onTotalValueChanged']();
  };
}
