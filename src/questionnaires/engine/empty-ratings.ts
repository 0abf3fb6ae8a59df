import { QuestionRatingModel } from 'survey-core';

/**
 * Patches the engine to accept a rating without steps, such as one from 10 to 5: the form builder has one until both
 * ends are typed. In a table, the engine would throw, and the form could not be read.
 */
export function patchEmptyRatings(): void {
  const { prototype } = QuestionRatingModel;
  const reset = prototype['resetRenderedItems'];
  prototype['resetRenderedItems'] = function resetRenderedItems(this: QuestionRatingModel): void {
    if (this['createRateValues']().length > 0) reset.call(this);
    else this.resetPropertyValue('visibleChoices');
  };
}
