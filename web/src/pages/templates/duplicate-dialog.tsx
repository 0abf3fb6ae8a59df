import { Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { TemplateItem } from '#templates/app-types.ts';
import { duplicateTemplate } from '#web/api/template-design.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** The longest name of a template, in characters. */
const MAX_NAME = 200;

interface DuplicateDialogProps {
  readonly template: Pick<TemplateItem, 'id' | 'name'>;
  readonly onClose: () => void;
}

/** Asks for the name of a copy, makes the copy, and opens it in the builder. */
export function DuplicateDialog({ template: { id, name }, onClose }: DuplicateDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useSendForm({
    initialValues: { name: t('templates.copyOf', { name }).slice(0, MAX_NAME) },
    validate: { name: (value) => (value.trim() === '' ? t('field.required') : null) },
    send: (values) => duplicateTemplate(id, values.name.trim()),
    done: ({ id: copy }) => navigate({ to: '/templates/$id', params: { id: copy } }),
  });
  return (
    <FormDialog
      form={form}
      title={t('templates.duplicateTitle', { name })}
      verb={t('templates.duplicate')}
      onClose={onClose}
    >
      <Text>{t('templates.duplicateLead')}</Text>
      <TextInput
        label={t('templates.name')}
        maxLength={MAX_NAME}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  );
}
