// What is left to do in a form: required questions without an answer, answers that are not valid, and questions that
// the person has not seen.
import type { Model, Question } from 'survey-core';
import { answerable, type Seen } from './seen.ts';

/** The questions that need attention before the form can be completed. */
export interface Left {
  /** An answer is missing or not valid. */
  readonly wrong: readonly Question[];
  /** The question was never shown. */
  readonly unseen: readonly Question[];
}

/** Validates all pages. @returns undefined when the form can be completed */
export function leftIn(model: Model, seen: Seen): Left | undefined {
  const wrong = model.validate(true, true) ? [] : wrongIn(model);
  const unseen = seen.missed().filter((question) => !wrong.includes(question));
  if (wrong.length + unseen.length === 0) return undefined;
  // Listed alone, with the offer to complete the form anyway: asking again confirms that they may stay as they are.
  if (wrong.length === 0) seen.forgive();
  return { wrong, unseen };
}

/** Returns the questions with errors, also those within a table or repeating section. */
const wrongIn = (model: Model): readonly Question[] =>
  model.getAllQuestions(true, false, true).filter(({ errors }) => errors.length > 0);

export interface RequiredState {
  /** The number of required questions, without those inside tables and repeating sections. */
  readonly count: number;
  readonly empty: readonly Question[];
}

/** Returns the required questions of all pages that conditions show now, in the order of the form. */
export function requiredIn(model: Model): RequiredState {
  const required = answerable(model).filter(({ isRequired }) => isRequired);
  return { count: required.length, empty: required.filter((question) => question.isEmpty()) };
}

/** From this number of questions on, a form of one page shows its progress too. */
const LONG = 9;

/** Returns whether the form is long enough for people to ask how much of it is left. */
export const isLong = (model: Model): boolean =>
  model.visiblePageCount > 1 || answerable(model).length >= LONG;
