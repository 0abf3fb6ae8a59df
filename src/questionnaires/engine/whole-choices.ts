import { settings } from 'survey-core';

/**
 * Makes the engine keep choices as they are written. By default it splits them at `|` into value and text: the choice
 * `wet | green` would be shown as `green` and stored as `wet`, which is no choice of its question.
 */
export function keepChoicesWhole(): void {
  settings.itemValueSeparator = '';
}
