// The types of questions that Formstead adds to the engine. Their answers are objects, and `structured-answers.ts` checks
// them; the engine shows and hides them, asks for required ones, and puts them into texts and conditions.
import { Question, Serializer } from 'survey-core';
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
  Serializer.addClass('sketch', [], () => new SketchQuestion(''), 'question');
}
