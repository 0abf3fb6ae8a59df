// The location question while it is filled in. It is part of every form, and small; its screen is loaded by forms that
// have one.

import { CustomError, type SurveyError } from 'survey-core';
import type { Place } from '#questionnaires/answers/structured-answers.ts';
import { LocationQuestion } from '#questionnaires/engine/own-questions.ts';
import { texts } from '#web/texts/texts.ts';
import { type TypedQuestion, tellUnread } from './unread-text.ts';

export class TypedPlace extends LocationQuestion implements TypedQuestion {
  unread: string | undefined;

  /** Takes a place as the answer, or a text that is not one yet. Neither empties the answer. */
  take(place: Place | undefined, unread?: string): void {
    const before = this.unread;
    this.unread = unread;
    if (place === undefined) this.value = undefined;
    else this.value = place;
    if (before !== unread) {
      this.propertyValueChanged('unread', before, unread);
      tellUnread(this);
    }
    // A message is removed as soon as the answer is right, but added only when the field is left.
    if (this.errors.length > 0 && unread === undefined) this.validate(true);
  }

  restore(text: string): void {
    this.take(undefined, text);
    this.validate(true);
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
    if (this.unread === undefined) return;
    // Replaces the message "required", because the field is not empty.
    errors.splice(0, errors.length, new CustomError(texts.t('survey.coordinates'), this));
  }
}
