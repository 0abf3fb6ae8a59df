import { Button, Group, NativeSelect, Radio, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { Credential } from '#administration/app-types.ts';
import { type Issued, regenerate } from '../../api/credentials.ts';
import { Dialog } from '../../components/dialog.tsx';
import { focusFirstFault } from '../../components/focus-field.ts';
import { Problem } from '../../components/problem.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import { useAct } from '../../components/use-act.ts';
import { DEFAULT_LIFE, LIVES, OVERLAPS, secondsOfDays, WEEK_HOURS } from './life.ts';

interface RegenerateDialogProps {
  readonly credential: Credential;
  readonly onCancel: () => void;
  readonly onDone: (issued: Issued) => void;
}

const HOUR_SECONDS = 3600;
const FOR_EVER = 'never';
const DEFAULT_OVERLAP = 24;

/** A new secret under the same client id, and how long the old one goes on working. */
export function RegenerateDialog({ credential, onCancel, onDone }: RegenerateDialogProps) {
  const { t } = useTranslation();
  const isToken = credential.kind === 'provisioning-token';
  const form = useForm({
    initialValues: { hours: String(DEFAULT_OVERLAP), days: String(DEFAULT_LIFE) },
  });
  useUnsaved(form.isDirty());
  const act = useAct(
    [],
    ({ hours, days }: typeof form.values) =>
      regenerate(credential, {
        overlapSeconds: Number(hours) * HOUR_SECONDS,
        ...(days !== FOR_EVER && { expiresInSeconds: secondsOfDays(Number(days)) }),
      }),
    onDone,
  );
  const lives = LIVES.map((days) => ({
    value: String(days),
    label: t('credentials.days', { count: days }),
  }));
  const overlapOf = (hours: number): string => {
    if (hours === 0) return t('credentials.noOverlap');
    return hours === WEEK_HOURS ? t('credentials.week') : t('credentials.hours', { count: hours });
  };
  return (
    <Dialog onClose={onCancel} title={t('credentials.regenerateTitle', { name: credential.name })}>
      <form onSubmit={form.onSubmit(act.run, focusFirstFault)}>
        <Stack>
          <Text>{t('credentials.regenerateLead')}</Text>
          {act.problem && <Problem error={act.problem} />}
          <Radio.Group label={t('credentials.overlap')} {...form.getInputProps('hours')}>
            <Stack gap="xs" mt="xs">
              {OVERLAPS.map((hours) => (
                <Radio key={hours} value={String(hours)} label={overlapOf(hours)} />
              ))}
            </Stack>
          </Radio.Group>
          <NativeSelect
            label={t('credentials.life')}
            data={isToken ? lives : [...lives, { value: FOR_EVER, label: t('credentials.noEnd') }]}
            {...form.getInputProps('days')}
          />
          <Group justify="end">
            <Button variant="default" onClick={onCancel}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={act.isRunning}>
              {t('credentials.regenerate')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
