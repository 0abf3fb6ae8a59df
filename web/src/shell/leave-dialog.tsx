import { Button, Group, Stack, Text } from '@mantine/core';
import { Dialog } from '#web/components/dialog.tsx';
import { useTranslation } from '#web/texts/texts.ts';

export interface LeaveDialogProps {
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks whether to leave although unsaved input would be lost. */
export function LeaveDialog({ onStay, onLeave }: LeaveDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog onClose={onStay} title={t('leaving.title')}>
      <Stack>
        <Text>{t('leaving.text')}</Text>
        <Group justify="end">
          <Button variant="default" onClick={onStay} data-autofocus>
            {t('leaving.stay')}
          </Button>
          <Button color="red.9" onClick={onLeave}>
            {t('leaving.leave')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
