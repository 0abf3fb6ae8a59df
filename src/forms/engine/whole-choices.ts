import { settings } from 'survey-core';

/**
 * Has the engine take choices as they are written. Else it cuts them at a `|`, into a value and what people read: a choice
 * `wet | green` would be offered as `green`, kept as `wet`, and be none of the choices of its question.
 */
export function keepChoicesWhole(): void {
  settings.itemValueSeparator = '';
}
