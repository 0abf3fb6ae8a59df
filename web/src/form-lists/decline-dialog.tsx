import { Textarea } from '@mantine/core';
import { declineAssignment } from '#web/api/assignments.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface DeclineDialogProps {
  readonly id: string;
  /** The name of the template. */
  readonly name: string;
  /** The name of the person who sent it. */
  readonly from: string;
  readonly onClose: () => void;
}

/** Declines work, with a reason. */
export function DeclineDialog({ id, name, from, onClose }: DeclineDialogProps) {
  const { t } = useTranslation();
  const form = useSendForm({
    initialValues: { reason: '' },
    send: ({ reason }) => declineAssignment(id, reason),
    done: onClose,
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t('work.mine.declineTitle', { name })}
      form={form}
      verb={t('work.mine.declineVerb')}
      isDisabled={form.values.reason.trim() === ''}
    >
      <Textarea
        label={t('work.mine.reason')}
        description={t('work.mine.reasonHint', { name: from })}
        autosize
        minRows={2}
        maxLength={500}
        required
        {...form.getInputProps('reason')}
        data-autofocus
      />
    </FormDialog>
  );
}
