import { Text, Textarea } from '@mantine/core';
import { type Choice, choicesIn } from '#web/builder/choices.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface PasteDialogProps {
  readonly existing: readonly Choice[];
  readonly onAdd: (choices: readonly Choice[]) => void;
  readonly onClose: () => void;
}

/** Adds many choices at once, one per line. */
export function PasteDialog({ existing, onAdd, onClose }: PasteDialogProps) {
  const { t } = useTranslation();
  const form = useSendForm({
    initialValues: { lines: '' },
    send: async ({ lines }) => onAdd(choicesIn(lines, existing)),
    done: onClose,
  });
  const count = choicesIn(form.values.lines, existing).length;
  return (
    <FormDialog
      onClose={onClose}
      title={t('builder.choices.pasteTitle')}
      form={form}
      verb={count === 0 ? t('builder.choices.pasteNone') : t('builder.choices.pasteAdd', { count })}
      isDisabled={count === 0}
    >
      <Text>{t('builder.choices.pasteLead')}</Text>
      <Textarea
        label={t('builder.choices.title')}
        autosize
        minRows={6}
        maxRows={16}
        data-autofocus
        {...form.getInputProps('lines')}
      />
    </FormDialog>
  );
}
