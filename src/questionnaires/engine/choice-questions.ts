// Choices among pictures, rankings and sliders, as Formstead has them. Pages load this file with the functions of forms
// that need it.
import {
  QuestionCheckboxModel,
  QuestionImagePickerModel,
  QuestionSliderModel,
  Serializer,
  type SurveyError,
} from 'survey-core';

/**
 * A list of all choices in the order that somebody gave them. The engine's own ranking writes answers by itself: when only
 * one choice is offered, and when choices are shown or hidden.
 */
class RankingQuestion extends QuestionCheckboxModel {
  override getType(): string {
    return 'ranking';
  }

  protected override onCheckForErrors(
    errors: SurveyError[],
    isOnValueChanged: boolean,
    fireCallback: boolean,
  ): void {
    // Every choice that is offered has a place, once somebody begins to rank.
    this.minSelectedChoices = this.isEmpty() ? 0 : this.visibleChoices.length;
    super.onCheckForErrors(errors, isOnValueChanged, fireCallback);
  }
}

/** A choice among pictures. Its screen is ours, so the engine measures nothing. */
class ImageChoiceQuestion extends QuestionImagePickerModel {
  override get isNewA11yStructure(): boolean {
    return true;
  }

  protected override supportResponsiveness(): boolean {
    return false;
  }
}

class SliderQuestion extends QuestionSliderModel {
  override get isNewA11yStructure(): boolean {
    return true;
  }
}

let isRegistered = false;

/** Called before a model is made. Every model that is made afterwards has them. */
export function registerChoiceQuestions(): void {
  if (isRegistered) return;
  isRegistered = true;
  Serializer.addProperty('slider', { name: 'unit', isLocalizable: true });
  Serializer.overrideClassCreator('imagepicker', () => new ImageChoiceQuestion(''));
  Serializer.overrideClassCreator('slider', () => new SliderQuestion(''));
  Serializer.overrideClassCreator('ranking', () => new RankingQuestion(''));
}
