// Fields that the person is working on: the one that has the focus, and those with text that cannot be read as an
// answer. Changes from elsewhere wait until the field is left.
import type { Model } from 'survey-core';
import { unreadIn } from '../survey/unread.ts';

const KEYBOARD = 'textarea, input:not([type=checkbox], [type=radio], [type=file], [type=button])';

/** Returns the focused element if it takes text; undefined otherwise. */
export function fieldWithFocus(): HTMLElement | undefined {
  const { activeElement } = document;
  const takesKeys = activeElement instanceof HTMLElement && activeElement.matches(KEYBOARD);
  return takesKeys ? activeElement : undefined;
}

/** Returns the name of the question whose field has the focus; for a field in a table, the name of that. */
export function fieldsWithFocus(model: Model): ReadonlySet<string> {
  const focused = fieldWithFocus();
  if (focused === undefined) return new Set();
  return new Set(
    model
      .getAllQuestions()
      .filter(({ id }) => document.getElementById(id)?.contains(focused))
      .map(({ name }) => name),
  );
}

/** Returns names of questions; for a field in a table or repeating section, the name of that. */
export function fieldsInUse(model: Model): ReadonlySet<string> {
  const unread = Object.keys(unreadIn(model)).map((at) => at.replace(/\[\d+\]\..*$/s, ''));
  return new Set([...fieldsWithFocus(model), ...unread]);
}
