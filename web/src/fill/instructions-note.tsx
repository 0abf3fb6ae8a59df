import { Text } from '@mantine/core';
import { IconClipboardText } from '@tabler/icons-react';
import { Callout } from '#web/components/callout.tsx';
import { useTranslation } from '#web/texts/texts.ts';

interface InstructionsNoteProps {
  readonly text: string;
}

/** What the person who assigned a form says about it. It came with the form, so it is there without a network too. */
export function InstructionsNote({ text }: InstructionsNoteProps) {
  const { t } = useTranslation();
  return (
    <Callout tone="blue" icon={IconClipboardText} title={t('fillNotes.instructions')}>
      <Text className="wrap-lines wrap-anywhere">{text}</Text>
    </Callout>
  );
}
