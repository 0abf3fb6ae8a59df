import { Button, Stack } from '@mantine/core';
import { Dialog } from '#web/components/dialog.tsx';
import { Problem } from '#web/components/problem.tsx';
import { useTranslation } from '#web/texts/texts.ts';

interface StillHereDialogProps {
  readonly error: Error;
  readonly onStay: () => void;
  readonly onRetry: () => void;
}

/** Says that somebody could not be signed out: the next person at the device would act as them. */
export function StillHereDialog({ error, onStay, onRetry }: StillHereDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog onClose={onStay} title={t('shell.stillHere')}>
      <Stack>
        <Problem error={error} />
        <Button onClick={onRetry} data-autofocus>
          {t('problem.retry')}
        </Button>
        <Button variant="default" onClick={onStay}>
          {t('shell.stay')}
        </Button>
      </Stack>
    </Dialog>
  );
}
