import { Helpers, QuestionMatrixDropdownModelBase } from 'survey-core';
import { around } from './around.ts';

/**
 * Writes the totals of a table into the answers whenever they are not there. The engine writes only a total that changes:
 * where a draft was opened again, conditions and calculations would find none until somebody changes a row.
 */
export function keepTotals(): void {
  around(QuestionMatrixDropdownModelBase.prototype, 'runTotalsCondition', (call, self) => {
    call();
    if (!(self instanceof QuestionMatrixDropdownModelBase) || !self.data) return;
    const stored: unknown = self.data.getValue(`${self.getValueName()}-total`) ?? {};
    if (!Helpers.isTwoValueEquals(stored, self.totalValue)) self['onTotalValueChanged']();
  });
}
