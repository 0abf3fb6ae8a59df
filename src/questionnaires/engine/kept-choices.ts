import { QuestionBooleanModel, QuestionRadiogroupModel, QuestionRatingModel } from 'survey-core';

let isPatched = false;

/**
 * Patches the engine so that what is chosen stays when somebody chooses it again: its switch would turn "yes" into "no",
 * and its rating would lose its answer. Screens have a button to clear an answer.
 */
export function keepChoices(): void {
  if (isPatched) return;
  isPatched = true;
  const rating = QuestionRatingModel.prototype;
  const choose = rating.setValueFromClick;
  rating.setValueFromClick = function setValueFromClick(this: QuestionRatingModel, value): void {
    if (String(this.value) !== String(value)) choose.call(this, value);
  };
  // Every yes/no question is shown in the same way, whether its definition asks for a switch, a checkbox or neither.
  QuestionBooleanModel.prototype['getRenderAsValue'] = () => 'default';
  Object.defineProperty(QuestionRadiogroupModel.prototype, 'canShowClearButton', {
    get: () => false,
  });
}
