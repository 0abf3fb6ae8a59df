import { Textarea, TextInput } from '@mantine/core';
import { momentAt } from '#kernel/time-zone.ts';
import type { BulkActItem } from '#web/api/bulk-acts.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { shownZone } from '#web/texts/shown-zone.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface ChangeManyDialogProps {
  /** What is changed: when it is due, or its instructions. */
  readonly act: 'due' | 'instruct';
  readonly title: string;
  readonly send: (changes: NonNullable<BulkActItem['changes']>) => Promise<BulkActItem>;
  readonly onDone: (begun: BulkActItem) => void;
  readonly onClose: () => void;
}

/** Changes much work at once. */
export function ChangeManyDialog({ act, title, send, onDone, onClose }: ChangeManyDialogProps) {
  const { t } = useTranslation();
  const zone = shownZone();
  const form = useSendForm({
    initialValues: { text: '' },
    send: ({ text }) =>
      send(
        act === 'due'
          ? { dueDate: momentOf(text, zone) }
          : { instructions: text.trim() === '' ? null : text },
      ),
    done: onDone,
  });
  return (
    <FormDialog onClose={onClose} title={title} form={form} verb={t('work.change.save')}>
      {act === 'due' ? (
        <TextInput
          type="datetime-local"
          label={t('work.new.due')}
          description={`${t('work.new.dueHint', { zone })} ${t('bulk.emptyDue')}`}
          {...form.getInputProps('text')}
          data-autofocus
        />
      ) : (
        <Textarea
          label={t('work.new.instructions')}
          description={t('work.new.instructionsHint')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2000}
          {...form.getInputProps('text')}
          data-autofocus
        />
      )}
    </FormDialog>
  );
}

const momentOf = (clock: string, zone: string): string | null =>
  clock === '' ? null : new Date(momentAt(clock, zone)).toISOString();
