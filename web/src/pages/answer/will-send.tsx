import { IconClockPause, IconCloudOff } from '@tabler/icons-react';
import { weekdayText } from '#web/components/calendar-formats.ts';
import { clockText } from '#web/components/formats.ts';
import { refusalText } from '#web/components/problem.tsx';
import { WaitingNote } from '#web/fill/will-complete.tsx';
import type { Limited } from '#web/offline/draft.ts';
import { useTranslation } from '#web/texts/texts.ts';

const HALF_DAY_MS = 43_200_000;

interface WillSendProps {
  /** The limit that is waited for; undefined: there is no network, or no answer. */
  readonly limited: Limited | undefined;
  readonly isLedTo: boolean;
}

/** Says when the form of a public link will be sent. */
export function WillSend({ limited, isLedTo }: WillSendProps) {
  const { t, i18n } = useTranslation();
  if (limited === undefined) {
    return (
      <WaitingNote icon={<IconCloudOff />} title={t('answer.willSend')} isLedTo={isLedTo}>
        {t('answer.willSendHint')}
      </WaitingNote>
    );
  }
  const at = new Date(limited.until);
  const isLater = limited.until - Date.now() > HALF_DAY_MS;
  const time = [
    ...(isLater ? [weekdayText(at, i18n.locale)] : []),
    clockText(at, i18n.locale),
  ].join(', ');
  return (
    <WaitingNote
      icon={<IconClockPause />}
      title={t('answer.willSendAt', { time })}
      isLedTo={isLedTo}
    >
      {refusalText(limited, t)} {t('answer.willSendHint')}
    </WaitingNote>
  );
}
