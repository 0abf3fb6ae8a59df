// Fields that belong to who fills in the form: what somebody types in, and what stands unread. Nothing that
// comes from elsewhere is put into them before they are left.
import type { Model } from 'survey-core';
import { unreadIn } from '../survey/unread.ts';

const KEYBOARD = 'textarea, input:not([type=checkbox], [type=radio], [type=file], [type=button])';

/** What takes keys and has the focus; undefined when nothing does. */
export function fieldWithFocus(): HTMLElement | undefined {
  const { activeElement } = document;
  const takesKeys = activeElement instanceof HTMLElement && activeElement.matches(KEYBOARD);
  return takesKeys ? activeElement : undefined;
}

/** Names of questions; of a table or repeated section as a whole. */
export function fieldsInUse(model: Model): ReadonlySet<string> {
  const focused = fieldWithFocus();
  const typing = model
    .getAllQuestions()
    .filter(({ id }) => focused !== undefined && document.getElementById(id)?.contains(focused))
    .map(({ name }) => name);
  const unread = Object.keys(unreadIn(model)).map((at) => at.replace(/\[\d+\]\..*$/s, ''));
  return new Set([...typing, ...unread]);
}
