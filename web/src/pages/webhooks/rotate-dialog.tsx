import { Text } from '@mantine/core';
import { rotateSecret } from '#web/api/webhooks.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { DEFAULT_OVERLAP, OverlapField } from '#web/components/overlap-field.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';
import type { ShownWebhookSecret } from '#webhooks/app-types.ts';

interface RotateDialogProps {
  readonly id: string;
  readonly onCancel: () => void;
  readonly onDone: (made: ShownWebhookSecret) => void;
}

/** Creates a new secret, and chooses how long the old one also signs. */
export function RotateDialog({ id, onCancel, onDone }: RotateDialogProps) {
  const { t } = useTranslation();
  const form = useSendForm({
    initialValues: { overlapSeconds: DEFAULT_OVERLAP },
    send: ({ overlapSeconds }) => rotateSecret(id, Number(overlapSeconds)),
    done: onDone,
  });
  return (
    <FormDialog
      onClose={onCancel}
      title={t('webhooks.rotateTitle')}
      form={form}
      verb={t('webhooks.rotate')}
    >
      <Text>{t('webhooks.rotateLead')}</Text>
      <OverlapField area="webhooks" {...form.getInputProps('overlapSeconds')} />
    </FormDialog>
  );
}
