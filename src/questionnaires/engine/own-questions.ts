// The types of questions that Formstead adds to the engine. Their answers are objects, and `structured-answers.ts` checks
// them; the engine shows and hides them, asks for required ones, and puts them into texts and conditions.
import {
  Question,
  QuestionCheckboxModel,
  QuestionImagePickerModel,
  QuestionSliderModel,
  Serializer,
  type SurveyError,
} from 'survey-core';
import { codeText, placeText, sketchText } from '#questionnaires/reading/structured-text.ts';

/** The engine gives the frame of an unknown question the role of a text field, and screen readers read two of them. */
class OwnQuestion extends Question {
  override get isNewA11yStructure(): boolean {
    return true;
  }
}

export class LocationQuestion extends OwnQuestion {
  override getType(): string {
    return 'location';
  }

  protected override getDisplayValueCore(_keysAsText: boolean, value: unknown): string {
    return placeText(value) ?? '';
  }
}

export class BarcodeQuestion extends OwnQuestion {
  override getType(): string {
    return 'barcode';
  }

  /** Returns the text alone: a condition compares `{code}` with a text. */
  override getFilteredValue(): unknown {
    return codeText(this.value);
  }

  protected override getDisplayValueCore(_keysAsText: boolean, value: unknown): string {
    return codeText(value) ?? '';
  }
}

export class SketchQuestion extends OwnQuestion {
  override getType(): string {
    return 'sketch';
  }

  protected override getDisplayValueCore(_keysAsText: boolean, value: unknown): string {
    return sketchText(value) ?? '';
  }
}

/**
 * A list of all choices in the order that somebody gave them. The engine's own ranking writes answers by itself: when only
 * one choice is offered, and when choices are shown or hidden.
 */
export class RankingQuestion extends QuestionCheckboxModel {
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
export class ImageChoiceQuestion extends QuestionImagePickerModel {
  override get isNewA11yStructure(): boolean {
    return true;
  }

  protected override supportResponsiveness(): boolean {
    return false;
  }
}

export class SliderQuestion extends QuestionSliderModel {
  override get isNewA11yStructure(): boolean {
    return true;
  }
}

let isRegistered = false;

/** Called before a model is made. Every model that is made afterwards knows the types. */
export function registerOwnQuestions(): void {
  if (isRegistered) return;
  isRegistered = true;
  Serializer.addClass(
    'location',
    [{ name: 'maxAccuracy:number' }],
    () => new LocationQuestion(''),
    'question',
  );
  Serializer.addClass(
    'barcode',
    [{ name: 'placeholder:text', isLocalizable: true }],
    () => new BarcodeQuestion(''),
    'question',
  );
  Serializer.addProperty('slider', { name: 'unit', isLocalizable: true });
  Serializer.overrideClassCreator('imagepicker', () => new ImageChoiceQuestion(''));
  Serializer.overrideClassCreator('slider', () => new SliderQuestion(''));
  Serializer.overrideClassCreator('ranking', () => new RankingQuestion(''));
  Serializer.addClass('sketch', [], () => new SketchQuestion(''), 'question');
}
