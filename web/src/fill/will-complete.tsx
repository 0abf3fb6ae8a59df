import { Alert } from '@mantine/core';
import { IconClockPause, IconCloudOff } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { refusalText } from '../components/problem.tsx';
import type { Limited } from '../offline/drafts.ts';
import { useTranslation } from '../texts.ts';

interface WillCompleteProps {
  readonly isVisit: boolean;
  /** The limit that is waited for; undefined: there is no network, or no answer. */
  readonly limited: Limited | undefined;
  readonly hasEnded: boolean;
  /** Whether the person has just asked for completion. On a phone, the note would otherwise be off the screen. */
  readonly isLedTo: boolean;
}

/** Says that the form will be completed once it can be sent. */
export function WillComplete({ isVisit, limited, hasEnded, isLedTo }: WillCompleteProps) {
  const { t, i18n } = useTranslation();
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isLedTo) note.current?.scrollIntoView({ block: 'center' });
  }, [isLedTo]);
  if (isVisit && limited !== undefined) {
    const time = new Date(limited.until).toLocaleString(i18n.locale, {
      ...(limited.until - Date.now() > HALF_DAY_MS && { weekday: 'long' }),
      hour: 'numeric',
      minute: '2-digit',
    });
    return (
      <Alert
        ref={note}
        role="status"
        variant="outline"
        icon={<IconClockPause />}
        title={t('fill.willSendAt', { time })}
      >
        {refusalText(limited, t)} {t('fill.willSendHint')}
      </Alert>
    );
  }
  return (
    <Alert
      ref={note}
      role="status"
      variant="outline"
      icon={<IconCloudOff />}
      title={t(
        isVisit ? 'fill.willSend' : hasEnded ? 'fill.willCompleteSignedIn' : 'fill.willComplete',
      )}
    >
      {t(isVisit ? 'fill.willSendHint' : 'fill.willCompleteHint')}
    </Alert>
  );
}

const HALF_DAY_MS = 43_200_000;
