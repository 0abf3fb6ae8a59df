import { Tooltip } from '@mantine/core';
import { useTranslation } from '../texts.ts';
import { timeText } from './time-text.ts';

interface TimeProps {
  readonly at: string;
  /** The time itself, where one looks for just that. */
  readonly isExact?: boolean;
}

/** `3 hours ago`, or a date, and the exact time for people who point at it. */
export function Time({ at, isExact = false }: TimeProps) {
  const { i18n } = useTranslation();
  const when = new Date(at);
  const exact = when.toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' });
  if (isExact) return <time dateTime={at}>{exact}</time>;
  return (
    <Tooltip label={exact}>
      <time dateTime={at}>{timeText(when, new Date(), i18n.language)}</time>
    </Tooltip>
  );
}
