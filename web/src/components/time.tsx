import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

interface TimeProps {
  readonly at: string;
  /** The time itself, where one looks for just that. */
  readonly isExact?: boolean;
}

/** `3 hours ago`, and the exact time for who points at it or listens. */
export function Time({ at, isExact = false }: TimeProps) {
  const { i18n } = useTranslation();
  const when = new Date(at);
  const exact = when.toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' });
  if (isExact) return <time dateTime={at}>{exact}</time>;
  return (
    <Tooltip label={exact}>
      <time dateTime={at}>{relative(when.getTime() - Date.now(), i18n.language)}</time>
    </Tooltip>
  );
}

function relative(ms: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const seconds = Math.round(ms / 1000);
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) return format.format(Math.round(seconds / length), unit);
  }
  return format.format(Math.min(0, seconds) === 0 ? 0 : seconds, 'second');
}
