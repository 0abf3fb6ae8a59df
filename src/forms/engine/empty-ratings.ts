import { QuestionRatingModel } from 'survey-core';

let isMended = false;

/**
 * Has the engine bear a rating without a step, from 10 to 5 for instance, as it stands in the builder until its end is
 * typed too. In a table it would fail there, and with it whatever reads the form.
 */
export function bearEmptyRatings(): void {
  if (isMended) return;
  isMended = true;
  const { prototype } = QuestionRatingModel;
  const reset = prototype['resetRenderedItems'];
  prototype['resetRenderedItems'] = function resetRenderedItems(this: QuestionRatingModel): void {
    if (this['createRateValues']().length > 0) reset.call(this);
    else this.resetPropertyValue('visibleChoices');
  };
}
