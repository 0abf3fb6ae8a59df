import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { TemplateDetail } from '#templates/app-types.ts';
import { Problem } from '#web/components/problem.tsx';
import { Section } from '#web/components/section.tsx';
import { useUnsaved } from '#web/components/unsaved.ts';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import type { Saver } from '#web/pages/template/saving/saver.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { nameFieldsOf, unknownPart } from './name-pattern.ts';
import { NamePatternField } from './name-pattern-field.tsx';

interface SettingsTabProps {
  readonly template: TemplateDetail;
  readonly saver: Saver;
}

/** Edits the name of a template and the names of its forms. */
export function SettingsTab({ template, saver }: SettingsTabProps) {
  const { t, i18n } = useTranslation();
  const { definition } = useBuilder();
  const fields = nameFieldsOf(definition);
  const form = useSendForm({
    initialValues: {
      name: template.name,
      description: template.description ?? '',
      namePattern: template.namePattern,
    },
    validate: {
      name: (value) => (value.trim() === '' ? t('field.required') : null),
      namePattern: (value) => {
        if (value.trim() === '') return t('field.required');
        const part = value === template.namePattern ? undefined : unknownPart(value, fields);
        return part === undefined ? null : t('templates.patternUnknown', { part });
      },
    },
    send: ({ name, description, namePattern }) =>
      saver.apply({
        name: name.trim(),
        description: description.trim() || null,
        namePattern,
      }),
    done() {
      notifications.show({ message: t('templates.saved') });
    },
    isFleeting: true,
  });
  // Changes that are being sent arrive even if the screen is left, so leaving does not ask.
  useUnsaved(form.isDirty() && !form.isRunning);
  const { name, namePattern } = form.values;
  return (
    <form onSubmit={form.submit} noValidate lang={i18n.language}>
      <Stack maw="44rem">
        <Section title={t('templates.general')}>
          <TextInput label={t('templates.name')} {...form.getInputProps('name')} />
          <Textarea
            label={t('templates.description')}
            description={t('templates.descriptionHint')}
            autosize
            minRows={2}
            {...form.getInputProps('description')}
          />
        </Section>
        <Section title={t('templates.naming')}>
          <NamePatternField
            template={name}
            fields={fields}
            pattern={namePattern}
            error={form.getInputProps('namePattern').error}
            onChange={(value) => form.setFieldValue('namePattern', value)}
          />
        </Section>
        {form.problem && <Problem error={form.problem} />}
        <Group justify="end">
          <Button type="submit" loading={form.isRunning} disabled={!form.isDirty()}>
            {t('templates.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
