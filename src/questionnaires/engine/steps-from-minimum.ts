import { QuestionTextModel } from 'survey-core';
import { isOnStep } from '#questionnaires/answers/number-steps.ts';

let isPatched = false;

/** Patches the engine to count the steps of a number from its minimum, as browsers do. It counts them from 0. */
export function countStepsFromMinimum(): void {
  if (isPatched) return;
  isPatched = true;
  Object.defineProperty(QuestionTextModel.prototype, 'isStepNumberIncorrect', {
    get(this: QuestionTextModel): boolean {
      const { inputType, value, step, renderedMin } = this;
      if (inputType !== 'number' || this.isEmpty() || !(Number(step) > 0)) return false;
      return !isOnStep(Number(value), Number(step), Number(renderedMin ?? 0));
    },
  });
}
