import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { TemplateDetail } from '#forms/app-types.ts';
import { useSession } from '../../api/session.ts';
import { Problem } from '../../components/problem.tsx';
import { Section } from '../../components/section.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import { useSendForm } from '../../components/use-send-form.ts';
import { useTranslation } from '../../texts.ts';
import { AccessFields } from './access-fields.tsx';
import { exampleOf, PATTERN_PARTS, unknownPart } from './name-pattern.ts';
import type { Saver } from './saver.ts';

interface SettingsTabProps {
  readonly template: TemplateDetail;
  readonly saver: Saver;
}

/** Edits the name of a template, the names of its forms, and who may use it. */
export function SettingsTab({ template, saver }: SettingsTabProps) {
  const { t, i18n } = useTranslation();
  const { user } = useSession();
  const form = useSendForm({
    initialValues: {
      name: template.name,
      description: template.description ?? '',
      namePattern: template.namePattern,
      openToAll: template.openToAll,
      groups: template.groups ?? [],
    },
    validate: {
      name: (value) => (value.trim() === '' ? t('field.required') : null),
      namePattern: (value) => {
        if (value.trim() === '') return t('field.required');
        const part = unknownPart(value);
        return part === undefined ? null : t('templates.patternUnknown', { part });
      },
    },
    send: ({ name, description, namePattern, openToAll, groups }) =>
      saver.apply({
        name: name.trim(),
        description: description.trim() || null,
        namePattern,
        openToAll,
        groupIds: groups.map(({ id }) => id),
      }),
    done() {
      notifications.show({ message: t('templates.saved') });
    },
    isFleeting: true,
  });
  // Changes that are being sent arrive even if the screen is left, so leaving does not ask.
  useUnsaved(form.isDirty() && !form.isRunning);
  const { name, namePattern, openToAll, groups } = form.values;
  const example = exampleOf(namePattern, {
    template: name,
    user: user.displayName ?? user.userName,
    day: new Date().toISOString().slice(0, 10),
  });
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
          <TextInput
            label={t('templates.pattern')}
            description={t('templates.patternHint', { parts: PATTERN_PARTS.join(' ') })}
            {...form.getInputProps('namePattern')}
          />
          <Text component="output" size="sm" c="dimmed">
            {t('templates.patternExample', { example })}
          </Text>
        </Section>
        <Section title={t('templates.whoTitle')}>
          <AccessFields
            openToAll={openToAll}
            groups={groups}
            onOpenToAll={(value) => form.setFieldValue('openToAll', value)}
            onGroups={(value) => form.setFieldValue('groups', [...value])}
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
