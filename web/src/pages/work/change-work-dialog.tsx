import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { isoIn, momentAt } from '#kernel/time-zone.ts';
import { type AssignmentItem, changeAssignment } from '#web/api/assignments.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { shownZone } from '#web/texts/shown-zone.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** The length of `YYYY-MM-DDTHH:MM`, as the field of the browser has it. */
const TO_THE_MINUTE = 16;

interface ChangeWorkDialogProps {
  readonly item: AssignmentItem;
  readonly name: string;
  readonly onClose: () => void;
}

/** Changes when work is due and what is said about it. */
export function ChangeWorkDialog({ item, name, onClose }: ChangeWorkDialogProps) {
  const { t } = useTranslation();
  const zone = shownZone();
  const form = useSendForm({
    initialValues: {
      dueDate:
        item.dueDate === null ? '' : isoIn(Date.parse(item.dueDate), zone).slice(0, TO_THE_MINUTE),
      isHigh: item.priority === 'high',
      instructions: item.instructions ?? '',
    },
    send: (values, changes) =>
      changeAssignment(item, {
        ...(changes.dueDate !== undefined && { dueDate: isoOf(values.dueDate, zone) ?? null }),
        priority: values.isHigh ? 'high' : 'normal',
        instructions: values.instructions.trim() === '' ? null : values.instructions,
      }),
    done: onClose,
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t('work.change.title', { name })}
      form={form}
      verb={t('work.change.save')}
    >
      <TextInput
        type="datetime-local"
        label={t('work.new.due')}
        description={t('work.new.dueHint', { zone })}
        {...form.getInputProps('dueDate')}
        data-autofocus
      />
      <Textarea
        label={t('work.new.instructions')}
        description={t('work.new.instructionsHint')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        {...form.getInputProps('instructions')}
      />
      <Checkbox
        label={t('work.new.isHigh')}
        {...form.getInputProps('isHigh', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}

/** Returns the moment that a field with date and time means by the clock of the organisation; undefined if it is empty. */
export const isoOf = (clock: string, zone: string): string | undefined =>
  clock === '' ? undefined : new Date(momentAt(clock, zone)).toISOString();
