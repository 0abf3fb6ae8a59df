import { Button, Group, Paper, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { createTemplate } from '../../api/templates.ts';
import { emptyDefinition } from '../../builder/definition.ts';
import { focusFirstFault } from '../../components/focus-field.ts';
import { Page } from '../../components/page.tsx';
import { Problem } from '../../components/problem.tsx';
import { forgetUnsaved, useUnsaved } from '../../components/unsaved.ts';
import { useAct } from '../../components/use-act.ts';

/** Names a template; everything else is done in the builder, which comes next. */
export function NewTemplatePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { name: '', description: '' },
    validate: { name: (value) => (value.trim() === '' ? t('field.required') : null) },
  });
  useUnsaved(form.isDirty());
  const act = useAct(
    ['name', 'description'],
    ({ name, description }: typeof form.values) =>
      createTemplate({
        name: name.trim(),
        ...(description.trim() !== '' && { description: description.trim() }),
        definition: emptyDefinition(),
      }),
    ({ id }) => {
      forgetUnsaved();
      return navigate({ to: '/templates/$id', params: { id } });
    },
  );
  return (
    <Page title={t('templates.new')} lead={t('templates.newLead')}>
      <Paper withBorder p="lg" maw="40rem">
        <form onSubmit={form.onSubmit(act.run, focusFirstFault)} noValidate>
          <Stack>
            {act.problem && <Problem error={act.problem} />}
            <TextInput
              label={t('templates.name')}
              description={t('templates.nameHint')}
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
            <Group justify="end">
              <Button component={Link} to="/templates" variant="default">
                {t('common.cancel')}
              </Button>
              <Button type="submit" loading={act.isRunning}>
                {t('templates.create')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Paper>
    </Page>
  );
}
