import { Alert } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from '#web/texts/texts.ts';

interface WillCompleteProps {
  readonly hasEnded: boolean;
  readonly isLedTo: boolean;
}

/** Says that the form will be completed once it can be sent. */
export function WillComplete({ hasEnded, isLedTo }: WillCompleteProps) {
  const { t } = useTranslation();
  return (
    <WaitingNote
      icon={<IconCloudOff />}
      title={t(hasEnded ? 'fillNotes.willCompleteSignedIn' : 'fillNotes.willComplete')}
      isLedTo={isLedTo}
    >
      {t('fillNotes.willCompleteHint')}
    </WaitingNote>
  );
}

interface WaitingNoteProps {
  readonly icon: ReactNode;
  readonly title: string;
  /** Whether the person has just asked for completion. On a phone, the note would otherwise be off the screen. */
  readonly isLedTo: boolean;
  readonly children: ReactNode;
}

/** Says what will be done with the form, and when. */
export function WaitingNote({ icon, title, isLedTo, children }: WaitingNoteProps) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isLedTo) note.current?.scrollIntoView({ block: 'center' });
  }, [isLedTo]);
  return (
    <Alert ref={note} role="status" variant="outline" icon={icon} title={title}>
      {children}
    </Alert>
  );
}
