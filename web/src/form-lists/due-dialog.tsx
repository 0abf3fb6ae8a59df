import { TextInput } from '@mantine/core';
import type { AppFormItem } from '#forms/app-types.ts';
import { isoIn, momentAt } from '#kernel/time-zone.ts';
import { scheduleForm } from '#web/api/form-actions.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { shownZone } from '#web/texts/shown-zone.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** The length of `YYYY-MM-DDTHH:MM`, as the field of the browser has it. */
const TO_THE_MINUTE = 16;

interface DueDialogProps {
  readonly form: Pick<AppFormItem, 'id' | 'name' | 'dueAt'>;
  readonly onClose: () => void;
}

/** Says until when a form is to be completed, by the clock of the organisation. */
export function DueDialog({ form: { id, name, dueAt }, onClose }: DueDialogProps) {
  const { t } = useTranslation();
  const zone = shownZone();
  const form = useSendForm({
    initialValues: {
      clock: dueAt === undefined ? '' : isoIn(Date.parse(dueAt), zone).slice(0, TO_THE_MINUTE),
    },
    send: ({ clock }) =>
      scheduleForm(id, clock === '' ? null : new Date(momentAt(clock, zone)).toISOString()),
    done: onClose,
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t('forms.schedule.title', { name })}
      form={form}
      verb={t('forms.schedule.save')}
    >
      <TextInput
        type="datetime-local"
        label={t('forms.schedule.at')}
        description={t('forms.schedule.hint', { zone })}
        {...form.getInputProps('clock')}
        data-autofocus
      />
    </FormDialog>
  );
}
