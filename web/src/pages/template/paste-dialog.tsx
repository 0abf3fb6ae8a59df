import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Choice, choicesIn } from '../../builder/choices.ts';
import { Dialog } from '../../components/dialog.tsx';

interface PasteDialogProps {
  readonly existing: readonly Choice[];
  readonly onAdd: (choices: readonly Choice[]) => void;
  readonly onClose: () => void;
}

/** Many choices at once, one a line. */
export function PasteDialog({ existing, onAdd, onClose }: PasteDialogProps) {
  const { t } = useTranslation();
  const [lines, setLines] = useState('');
  const found = choicesIn(lines, existing);
  return (
    <Dialog onClose={onClose} title={t('builder.choices.pasteTitle')}>
      <Stack>
        <Text>{t('builder.choices.pasteLead')}</Text>
        <Textarea
          label={t('builder.choices.title')}
          autosize
          minRows={6}
          maxRows={16}
          data-autofocus
          value={lines}
          onChange={({ currentTarget }) => setLines(currentTarget.value)}
        />
        <Group justify="end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            disabled={found.length === 0}
            onClick={() => {
              onAdd(found);
              onClose();
            }}
          >
            {t('builder.choices.pasteAdd', { count: found.length })}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
