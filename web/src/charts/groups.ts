import type { Group } from '#answer-tables/app-types.ts';
import { monthText } from '#web/components/calendar-formats.ts';
import { dayText } from '#web/components/time-text.ts';
import { shownLanguage } from '#web/texts/i18n.ts';
import type { TFunction } from '#web/texts/texts.ts';

/** Returns the name of a group. */
export function groupText({ value, text, span, isOthers }: Group, t: TFunction): string {
  if (value === undefined) return t(isOthers ? 'summary.otherGroups' : 'summary.unanswered');
  if (span === 'month') return monthText(value, shownLanguage());
  return span === 'week'
    ? t('summary.weekFrom', { day: dayText(value, shownLanguage()) })
    : (text ?? t('forms.gone.User'));
}

/** The colour of a group; the last one, of those who did not answer and of all others, is grey. */
export const hueOf = (at: number, groups: number): string =>
  groups > 1 && at === groups - 1 ? 'blank' : String(at);
