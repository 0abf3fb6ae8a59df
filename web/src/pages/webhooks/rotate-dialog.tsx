import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownWebhookSecret } from '#webhooks/app-types.ts';
import { rotateSecret } from '../../api/webhooks.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Problem } from '../../components/problem.tsx';
import { useAct } from '../../components/use-act.ts';

interface RotateDialogProps {
  readonly id: string;
  readonly onCancel: () => void;
  readonly onDone: (made: ShownWebhookSecret) => void;
}

const WEEK_HOURS = 168;
const OVERLAP_HOURS = [0, 1, 24, WEEK_HOURS] as const;
const HOUR_SECONDS = 3600;

/** A new secret, and how long the one before signs beside it. */
export function RotateDialog({ id, onCancel, onDone }: RotateDialogProps) {
  const { t } = useTranslation();
  const [hours, setHours] = useState('24');
  const act = useAct([], () => rotateSecret(id, Number(hours) * HOUR_SECONDS), onDone);
  const labelOf = (each: number): string => {
    if (each === 0) return t('webhooks.noOverlap');
    return each === WEEK_HOURS ? t('webhooks.week') : t('webhooks.hours', { count: each });
  };
  return (
    <Dialog onClose={onCancel} title={t('webhooks.rotate')}>
      <Stack>
        <Text>{t('webhooks.rotateLead')}</Text>
        {act.problem && <Problem error={act.problem} />}
        <Radio.Group label={t('webhooks.overlap')} value={hours} onChange={setHours}>
          <Stack gap="xs" mt="xs">
            {OVERLAP_HOURS.map((each) => (
              <Radio key={each} value={String(each)} label={labelOf(each)} />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="end">
          <Button variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button loading={act.isRunning} onClick={() => act.run(undefined)}>
            {t('webhooks.rotate')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
