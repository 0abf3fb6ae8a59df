// Fields that the person is working on: the one that has the focus, and those with text that cannot be read as an
// answer. Changes from elsewhere wait until the field is left.
import type { Model } from 'survey-core';
import { unreadIn } from '#web/survey/unread.ts';

const KEYBOARD = 'textarea, input:not([type=checkbox], [type=radio], [type=file], [type=button])';

/** Returns the focused element if it takes text; undefined otherwise. */
export function fieldWithFocus(): HTMLElement | undefined {
  const { activeElement } = document;
  const takesKeys = activeElement instanceof HTMLElement && activeElement.matches(KEYBOARD);
  return takesKeys ? activeElement : undefined;
}

/** Returns names of questions; for a field in a table or repeating section, the name of that. */
export function fieldsInUse(model: Model): ReadonlySet<string> {
  const focused = fieldWithFocus();
  const typing = model
    .getAllQuestions()
    .filter(({ id }) => focused !== undefined && document.getElementById(id)?.contains(focused))
    .map(({ name }) => name);
  const unread = Object.keys(unreadIn(model)).map((at) => at.replace(/\[\d+\]\..*$/s, ''));
  return new Set([...typing, ...unread]);
}
