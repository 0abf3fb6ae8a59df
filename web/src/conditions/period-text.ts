import { type RelativeDays, spanOfDays } from '#kernel/relative-days.ts';
import { dayIn } from '#kernel/time-zone.ts';
import { daysText } from '#web/components/time-text.ts';
import { shownZone } from '#web/texts/shown-zone.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { type Period, spanText } from './periods.ts';

/** Returns how a period and the one that it is compared with are said; undefined without any. */
export function usePeriodText({ from, to, compareFrom, compareTo }: Period): string | undefined {
  const { t, i18n } = useTranslation();
  // On paper nobody knows which week "this week" was.
  const wordText = (word: RelativeDays) =>
    `${t(`answers.days.${word}`)} (${daysText(spanOfDays(word, dayIn(Date.now(), shownZone())), i18n.locale)})`;
  const chosen = spanText(from, to, i18n.locale, wordText);
  const compared = spanText(compareFrom, compareTo, i18n.locale, wordText);
  if (chosen === undefined && compared === undefined) return undefined;
  return [
    t('summary.createdIn', { period: chosen ?? t('summary.always') }),
    ...(compared === undefined ? [] : [t('summary.comparedTo', { period: compared })]),
  ].join(', ');
}
