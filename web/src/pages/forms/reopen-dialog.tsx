import { Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { reopenForm } from '#web/api/form-actions.ts';
import type { Form } from '#web/api/forms.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface ReopenDialogProps {
  readonly form: Pick<Form, 'id' | 'name'>;
  readonly onClose: () => void;
}

/** Reopens a form that was approved or rejected, for a reason. */
export function ReopenDialog({ form: { id, name }, onClose }: ReopenDialogProps) {
  const { t } = useTranslation();
  const form = useSendForm({
    initialValues: { reason: '' },
    validate: { reason: (text) => (text.trim() === '' ? t('reviews.needsReason') : null) },
    send: ({ reason }) => reopenForm(id, reason),
    done() {
      notifications.show({ message: t('reviews.reopened') });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('forms.reopen.title', { name })}
      verb={t('forms.reopen.verb')}
      onClose={onClose}
    >
      <Stack>
        <Text>{t('forms.reopen.meaning')}</Text>
        <Textarea
          label={t('reviews.reason')}
          description={t('reviews.reasonHint')}
          autosize
          minRows={2}
          maxLength={2000}
          data-autofocus
          {...form.getInputProps('reason')}
        />
      </Stack>
    </FormDialog>
  );
}
