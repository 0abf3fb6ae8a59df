// A text field of the engine that takes over every change at once. The engine's own field takes over phone numbers,
// addresses and times only when they are left, keeps the earlier answer when a number is too large, and reads `1,5` as
// the browser does.
import { CustomError, QuestionTextModel, Serializer, type SurveyError } from 'survey-core';
import { readNumber, writePlainNumber } from '#kernel/number-text.ts';
import { type TypedQuestion, tellUnread } from '#web/kinds/unread-text.ts';
import { texts } from '#web/texts/texts.ts';
import { numberFault } from './number-fault.ts';
import { addOwnProperties, ownFault } from './own-properties.ts';

/** Types that the browser shows in several parts, each of which can be missing. */
const TIMES = new Set(['date', 'time', 'datetime-local']);
const DAY = /^\d{4}-\d\d-\d\d$/;

export class TypedText extends QuestionTextModel implements TypedQuestion {
  /** The field's input element while it is shown. */
  shownIn: HTMLInputElement | undefined;
  /** The text in the input that cannot be read as an answer; empty for a time with missing parts. */
  unread: string | undefined;

  get isNumber(): boolean {
    return this.inputType === 'number';
  }

  get isTime(): boolean {
    return TIMES.has(this.inputType);
  }

  /** The text to show: of the answer, or the unread text instead of it. */
  get shownText(): string {
    if (this.unread !== undefined) return this.unread;
    const { answer } = this;
    if (this.isNumber && typeof answer === 'number')
      return writePlainNumber(answer, texts.language);
    return answer === undefined ? '' : String(answer);
  }

  /**
   * Returns a bound as the browser reads it. For a day with a time, the engine accepts a day alone as a bound and the
   * browser does not. Without an upper bound the browser allows six digits for the year, and the time that is typed
   * after four of them becomes part of the year.
   */
  shownBound(bound: unknown): string | undefined {
    if (typeof bound === 'number') return String(bound);
    if (typeof bound !== 'string') return undefined;
    return this.inputType === 'datetime-local' && DAY.test(bound) ? `${bound}T00:00` : bound;
  }

  /** Reads the text in the input as the answer. */
  take(): void {
    const { shownIn } = this;
    if (shownIn === undefined || this.isInputReadOnly) return;
    this.read(shownIn.value, this.isTime && shownIn.validity.badInput);
    this.updateRemainingCharacterCounter(shownIn.value);
    // A message is removed as soon as the answer is right, but added only when the field is left.
    if (this.errors.length > 0 && this.unread === undefined) this.validate(true);
  }

  /** Restores the text that the input had when the form was left. */
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
    tellUnread(this);
  }

  private get answer(): unknown {
    const { value }: { readonly value: unknown } = this;
    return value === null || value === '' ? undefined : value;
  }

  override localeChanged(): void {
    super.localeChanged();
    // "1,234" is another number in the new language: a number is written again, and an unread text is read again.
    if (this.unread === undefined) this.propertyValueChanged('unread', undefined, undefined);
    else this.read(this.unread, this.isTime);
  }

  protected override isTextValue(): boolean {
    return true;
  }

  /**
   * Stores values that are out of bounds too: they are rejected when the form is completed, and the earlier answer is
   * no longer the answer.
   */
  protected override canSetValueToSurvey(): boolean {
    return true;
  }

  /** Passes the answer: the engine would read the text of the input again by its own rules. */
  protected override onBlurCore(): void {
    super.onBlurCore({ target: { value: this.answer ?? '' } });
  }

  override updateValueFromSurvey(newValue: unknown, clearData?: boolean): void {
    // Another person's answer, or one that was chosen over this text.
    if (newValue !== undefined) this.unread = undefined;
    super.updateValueFromSurvey(newValue, clearData);
  }

  protected override onCheckForErrors(
    errors: SurveyError[],
    isOnValueChanged: boolean,
    fireCallback: boolean,
  ): void {
    super.onCheckForErrors(errors, isOnValueChanged, fireCallback);
    const fault = this.fault() ?? (errors.length === 0 ? ownFault(this, this.answer) : undefined);
    // Replaces the message "required", because the field is not empty.
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

/** Called once. Every model that is made afterwards uses this field, also in cells of tables. */
export function registerTypedText(): void {
  addOwnProperties();
  Serializer.overrideClassCreator('text', () => new TypedText(''));
}
