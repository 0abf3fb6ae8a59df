import { QuestionCheckboxModel } from 'survey-core';
import { around } from './around.ts';

/**
 * Puts a choice that is offered again back into its place among those that are chosen. The engine puts it behind them,
 * so that the order would depend on the order in which conditions are computed.
 */
export function keepChoiceOrder(): void {
  const orders = new WeakMap<object, readonly unknown[]>();
  const { prototype } = QuestionCheckboxModel;
  const note = (question: QuestionCheckboxModel, chosen: unknown) =>
    orders.set(question, Array.isArray(chosen) ? [...chosen] : []);
  around(prototype, 'updateValueFromSurvey', (call, self, [chosen]) => {
    if (self instanceof QuestionCheckboxModel) note(self, chosen);
    call();
  });
  around(prototype, 'setNewValue', (call, self, [chosen]) => {
    if (self instanceof QuestionCheckboxModel) {
      const order = orders.get(self) ?? [];
      const placeOf = (each: unknown) => order.indexOf(each) + 1 || order.length + 1;
      if (!self['isChangingValueOnClearIncorrect']) note(self, chosen);
      // What was not there before stays behind.
      else if (Array.isArray(chosen)) chosen.sort((a, b) => placeOf(a) - placeOf(b));
    }
    call();
  });
}
