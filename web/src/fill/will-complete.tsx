import { Alert } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../texts.ts';

interface WillCompleteProps {
  readonly isVisit: boolean;
  readonly hasEnded: boolean;
  /** Whether the person has just asked for completion. On a phone, the note would otherwise be off the screen. */
  readonly isLedTo: boolean;
}

/** Says that the form will be completed once it can be sent. */
export function WillComplete({ isVisit, hasEnded, isLedTo }: WillCompleteProps) {
  const { t } = useTranslation();
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isLedTo) note.current?.scrollIntoView({ block: 'center' });
  }, [isLedTo]);
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
