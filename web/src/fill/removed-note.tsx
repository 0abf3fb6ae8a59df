import { Button, CloseButton, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '#web/texts/texts.ts';
import type { Removal } from './removals.ts';

interface RemovedNoteProps {
  readonly removal: Removal | undefined;
  readonly onGone: () => void;
}

/**
 * Says what was just removed and offers to undo it. It stays visible wherever the form is scrolled, until it is closed.
 */
export function RemovedNote({ removal, onGone }: RemovedNoteProps) {
  const { t } = useTranslation();
  const [restored, setRestored] = useState<Removal>();
  const undo = () => {
    if (removal === undefined) return;
    onGone();
    setRestored(removal);
    removal.undo();
  };
  const undoByKey = useEffectEvent((event: KeyboardEvent) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z';
    // In a text field, the shortcut undoes what was typed there.
    if (!isUndo || isText(event.target) || removal === undefined) return;
    event.preventDefault();
    undo();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => undoByKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  const isThere = removal !== undefined;
  return (
    <div className={isThere ? 'filling-removed' : ''}>
      <div role="status">
        {isThere && (
          <Text className="wrap-anywhere">{t('fillNotes.removed.removed', { ...removal })}</Text>
        )}
        {!isThere && restored !== undefined && (
          <VisuallyHidden>{t('fillNotes.removed.restored', { ...restored })}</VisuallyHidden>
        )}
      </div>
      {isThere && (
        <>
          <Button
            size="sm"
            variant="default"
            aria-keyshortcuts="Control+Z"
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            onClick={undo}
          >
            {t('fillNotes.removed.undo')}
          </Button>
          <CloseButton onClick={onGone} />
        </>
      )}
    </div>
  );
}

const isText = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'radio');
