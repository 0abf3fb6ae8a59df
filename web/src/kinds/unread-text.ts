// What questions share whose input can hold a text that is no answer yet.
import { type Question, SurveyModel } from 'survey-core';

/** A question that keeps such a text until somebody has turned it into an answer. */
export interface TypedQuestion extends Question {
  /** The text in the input that cannot be read as an answer; undefined if there is none. */
  readonly unread: string | undefined;
  /** Puts a text back into the input. */
  restore(text: string): void;
}

const listeners = new WeakMap<SurveyModel, () => void>();

/** Calls the listener when a text of the model becomes unread, or an answer again. */
export const onUnread = (model: SurveyModel, listener: () => void): unknown =>
  listeners.set(model, listener);

/** Tells the listener of the question's model. */
export function tellUnread({ survey }: Question): void {
  if (survey instanceof SurveyModel) listeners.get(survey)?.();
}
