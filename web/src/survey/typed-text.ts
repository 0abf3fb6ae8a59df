// A text field of the engine that hears every change as it happens. The engine's own hears of phone numbers,
// addresses and times only when they are left, keeps an earlier answer beside a number that is too large, and
// reads `1,5` as whatever the browser takes it for.
import {
  CustomError,
  QuestionTextModel,
  Serializer,
  type SurveyError,
  SurveyModel,
} from 'survey-core';
import { texts } from '../texts.ts';
import { numberFault } from './number-fault.ts';
import { readNumber, writeNumber } from './number-text.ts';

/** The browser shows their parts, each of which can be missing. */
const TIMES = new Set(['date', 'time', 'datetime-local']);
const DAY = /^\d{4}-\d\d-\d\d$/;

export class TypedText extends QuestionTextModel {
  /** Its input, while it is on the page. */
  shownIn: HTMLInputElement | undefined;
  /** What stands in the input and is no answer; empty for a time of which parts are missing. */
  unread: string | undefined;

  get isNumber(): boolean {
    return this.inputType === 'number';
  }

  get isTime(): boolean {
    return TIMES.has(this.inputType);
  }

  /** Of the answer, or of what stands in its place. */
  get shownText(): string {
    if (this.unread !== undefined) return this.unread;
    const { answer } = this;
    if (this.isNumber && typeof answer === 'number') return writeNumber(answer, texts.language);
    return answer === undefined ? '' : String(answer);
  }

  /**
   * As the browser understands it. A day alone is no bound of a day with a time for it, though it is for the engine;
   * without a last one, years have six digits, and the time that is typed behind four of them becomes part of the year.
   */
  shownBound(bound: unknown): string | undefined {
    if (typeof bound === 'number') return String(bound);
    if (typeof bound !== 'string') return undefined;
    return this.inputType === 'datetime-local' && DAY.test(bound) ? `${bound}T00:00` : bound;
  }

  /** Makes the answer what stands in the input. */
  take(): void {
    const { shownIn } = this;
    if (shownIn === undefined || this.isInputReadOnly) return;
    this.read(shownIn.value, this.isTime && shownIn.validity.badInput);
    this.updateRemainingCharacterCounter(shownIn.value);
    // What is said of it is taken back as soon as it is right, and said only when it is left.
    if (this.errors.length > 0 && this.unread === undefined) this.validate(true);
  }

  /** As the input was when the form was left. */
  restore(text: string): void {
    this.read(text, this.isTime);
    this.validate(true);
  }

  private read(text: string, isPartial: boolean): void {
    const reading = this.isNumber ? readNumber(text, texts.language) : { value: text };
    const isUnread = isPartial || 'fault' in reading;
    const answer = isUnread || reading.value === '' ? undefined : reading.value;
    const before = this.unread;
    this.unread = isUnread ? text : undefined;
    if (answer !== this.answer) this.value = answer;
    if (before === this.unread) return;
    this.propertyValueChanged('unread', before, this.unread);
    if (this.survey instanceof SurveyModel) listeners.get(this.survey)?.();
  }

  private get answer(): unknown {
    const { value }: { readonly value: unknown } = this;
    return value === null || value === '' ? undefined : value;
  }

  override localeChanged(): void {
    super.localeChanged();
    // "1,234" is another number now: one that was understood is written anew, another one is read again.
    if (this.unread === undefined) this.propertyValueChanged('unread', undefined, undefined);
    else this.read(this.unread, this.isTime);
  }

  protected override isTextValue(): boolean {
    return true;
  }

  /** One that is out of bounds is refused when the form is completed; the answer before it is none any more. */
  protected override canSetValueToSurvey(): boolean {
    return true;
  }

  /** With the answer: the engine would make another one of the text of the input, by its own rules. */
  protected override onBlurCore(): void {
    super.onBlurCore({ target: { value: this.answer ?? '' } });
  }

  override updateValueFromSurvey(newValue: unknown, clearData?: boolean): void {
    // Somebody else's answer, or one that was chosen over this text.
    if (newValue !== undefined) this.unread = undefined;
    super.updateValueFromSurvey(newValue, clearData);
  }

  protected override onCheckForErrors(
    errors: SurveyError[],
    isOnValueChanged: boolean,
    fireCallback: boolean,
  ): void {
    super.onCheckForErrors(errors, isOnValueChanged, fireCallback);
    const fault = this.fault();
    // In place of "required": something is there.
    if (fault !== undefined) errors.splice(0, errors.length, new CustomError(fault, this));
  }

  private fault(): string | undefined {
    const text = this.unread;
    if (this.isTime) {
      const isPartial = this.shownIn?.validity.badInput ?? false;
      return isPartial || text !== undefined ? partialTime(this.inputType) : undefined;
    }
    return text === undefined ? undefined : numberFault(text);
  }
}

function partialTime(inputType: string): string {
  if (inputType === 'date') return texts.t('survey.partial.date');
  return texts.t(inputType === 'time' ? 'survey.partial.time' : 'survey.partial.dateTime');
}

const listeners = new WeakMap<SurveyModel, () => void>();

/** Hears when a text of the model stops or begins to be an answer. */
export const onUnread = (model: SurveyModel, listener: () => void): unknown =>
  listeners.set(model, listener);

/** Once; every model that is made after that has them, in cells of tables too. */
export function registerTypedText(): void {
  Serializer.overrideClassCreator('text', () => new TypedText(''));
}
