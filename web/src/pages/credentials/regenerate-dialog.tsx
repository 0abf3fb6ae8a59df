import { Text } from '@mantine/core';
import type { Credential } from '#administration/app-types.ts';
import { type Issued, regenerate } from '#web/api/credentials.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { DEFAULT_OVERLAP, OverlapField } from '#web/components/overlap-field.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { DEFAULT_LIFE, endIn } from './life.ts';
import { LifeField } from './life-field.tsx';

interface RegenerateDialogProps {
  readonly credential: Credential;
  readonly onCancel: () => void;
  readonly onDone: (issued: Issued) => void;
}

/** Creates a new secret for the same client ID, and chooses how long the old one stays valid. */
export function RegenerateDialog({ credential, onCancel, onDone }: RegenerateDialogProps) {
  const { t } = useTranslation();
  const { name, kind } = credential;
  const form = useSendForm({
    initialValues: { overlapSeconds: DEFAULT_OVERLAP, expiresInSeconds: DEFAULT_LIFE },
    send: ({ overlapSeconds, expiresInSeconds }) =>
      regenerate(credential, {
        overlapSeconds: Number(overlapSeconds),
        ...endIn(expiresInSeconds),
      }),
    done: onDone,
  });
  return (
    <FormDialog
      onClose={onCancel}
      title={t('credentials.regenerateTitle', { name })}
      form={form}
      verb={t('credentials.regenerate')}
    >
      <Text>{t('credentials.regenerateLead')}</Text>
      <OverlapField area="credentials" {...form.getInputProps('overlapSeconds')} />
      <LifeField
        allowsNoEnd={kind !== 'provisioning-token'}
        {...form.getInputProps('expiresInSeconds')}
      />
    </FormDialog>
  );
}
