import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '#web/components/dialog.tsx';
import { Problem } from '#web/components/problem.tsx';
import { useAct } from '#web/components/use-act.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface SignOutDialogProps {
  /** The number of forms that are not sent. */
  readonly count: number;
  /** Signs out; with `isAll` it also deletes unsent forms from the device. */
  readonly act: (isAll: boolean) => Promise<void>;
  readonly onStay: () => void;
}

/** Asked at sign-out when some of the person's forms are only on this device. */
export function SignOutDialog({ count, act, onStay }: SignOutDialogProps) {
  const { t } = useTranslation();
  const { run, isRunning, problem } = useAct(act);
  const [isSure, setSure] = useState(false);
  return (
    <Dialog onClose={onStay} title={t('outbox.leave.title')}>
      <Stack>
        <Text>{t('outbox.leave.waiting', { count })}</Text>
        <Text>{t('outbox.leave.kept')}</Text>
        {problem && <Problem error={problem} />}
        <Button onClick={onStay} data-autofocus>
          {t('outbox.leave.stay')}
        </Button>
        <Button variant="default" loading={isRunning} onClick={() => run(false)}>
          {t('outbox.leave.keep')}
        </Button>
        {isSure ? (
          <Button color="red.9" loading={isRunning} onClick={() => run(true)}>
            {t('outbox.leave.sure', { count })}
          </Button>
        ) : (
          <Button variant="default" onClick={() => setSure(true)}>
            {t('outbox.leave.delete')}
          </Button>
        )}
      </Stack>
    </Dialog>
  );
}
