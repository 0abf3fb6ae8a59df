import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import type { TemplateDetail } from '#forms/app-types.ts';
import { useSession } from '../../api/session.ts';
import { focusFirstFault } from '../../components/focus-field.ts';
import { Problem } from '../../components/problem.tsx';
import { Section } from '../../components/section.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import { useAct } from '../../components/use-act.ts';
import { AccessFields } from './access-fields.tsx';
import { exampleOf, PATTERN_PARTS, unknownPart } from './name-pattern.ts';
import type { Saver } from './saver.ts';

interface SettingsTabProps {
  readonly template: TemplateDetail;
  readonly saver: Saver;
}

const FIELDS = ['name', 'description', 'namePattern', 'groupIds'] as const;

/** What a template is called, how its forms are named, and who may use it. */
export function SettingsTab({ template, saver }: SettingsTabProps) {
  const { t, i18n } = useTranslation();
  const { user } = useSession();
  const form = useForm({
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
  });
  const act = useAct(
    FIELDS,
    ({ name, description, namePattern, openToAll, groups }: typeof form.values) =>
      saver.apply({
        name: name.trim(),
        description: description.trim() || null,
        namePattern,
        openToAll,
        groupIds: groups.map(({ id }) => id),
      }),
    () => {
      form.resetDirty();
      notifications.show({ message: t('templates.saved') });
    },
  );
  // What is on its way arrives, wherever somebody goes meanwhile.
  useUnsaved(form.isDirty() && !act.isRunning);
  const { name, namePattern, openToAll, groups } = form.values;
  const example = exampleOf(namePattern, {
    template: name,
    user: user.displayName ?? user.userName,
    day: new Date().toISOString().slice(0, 10),
  });
  return (
    <form onSubmit={form.onSubmit(act.run, focusFirstFault)} noValidate lang={i18n.language}>
      <Stack>
        {act.problem && <Problem error={act.problem} />}
        <Section title={t('templates.general')}>
          <TextInput
            label={t('templates.name')}
            {...form.getInputProps('name')}
            error={form.errors['name'] ?? act.faultAt('name')}
          />
          <Textarea
            label={t('templates.description')}
            description={t('templates.descriptionHint')}
            autosize
            minRows={2}
            {...form.getInputProps('description')}
            error={act.faultAt('description')}
          />
        </Section>
        <Section title={t('templates.naming')}>
          <TextInput
            label={t('templates.pattern')}
            description={t('templates.patternHint', { parts: PATTERN_PARTS.join(' ') })}
            {...form.getInputProps('namePattern')}
            error={form.errors['namePattern'] ?? act.faultAt('namePattern')}
          />
          <output>{t('templates.patternExample', { example })}</output>
        </Section>
        <Section title={t('templates.whoTitle')}>
          <AccessFields
            openToAll={openToAll}
            groups={groups}
            onOpenToAll={(value) => form.setFieldValue('openToAll', value)}
            onGroups={(value) => form.setFieldValue('groups', [...value])}
          />
        </Section>
        <Group justify="end">
          <Button type="submit" loading={act.isRunning}>
            {t('templates.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
