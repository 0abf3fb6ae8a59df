import { Tooltip } from '@mantine/core';
import { shownZone } from '../shown-zone.ts';
import { useTranslation } from '../texts.ts';
import { exactTime } from './exact-time.ts';
import { timeText } from './time-text.ts';

interface TimeProps {
  readonly at: string;
  /** Shows the exact time instead of a relative one. */
  readonly isExact?: boolean;
}

/** Shows a relative time or a date, with the exact time as a tooltip. */
export function Time({ at, isExact = false }: TimeProps) {
  const { i18n } = useTranslation();
  const when = new Date(at);
  const exact = exactTime(when, i18n.locale);
  if (isExact) return <time dateTime={at}>{exact}</time>;
  return (
    <Tooltip label={exact}>
      <time dateTime={at}>{timeText(when, new Date(), i18n.locale, shownZone())}</time>
    </Tooltip>
  );
}
