import { Box, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { createTemplate } from '../../api/templates.ts';
import { emptyDefinition } from '../../builder/definition.ts';
import { Page } from '../../components/page.tsx';
import { SendForm } from '../../components/send-form.tsx';
import { useSendForm } from '../../components/use-send-form.ts';
import { useTranslation } from '../../texts.ts';

/** Creates a template with a name and opens it in the builder. */
export function NewTemplatePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useSendForm({
    initialValues: { name: '', description: '' },
    validate: { name: (value) => (value.trim() === '' ? t('field.required') : null) },
    send: ({ name, description }) =>
      createTemplate({
        name: name.trim(),
        ...(description.trim() !== '' && { description: description.trim() }),
        definition: emptyDefinition(),
      }),
    done: ({ id }) => navigate({ to: '/templates/$id', params: { id } }),
  });
  return (
    <Page title={t('templates.new')} back={{ to: '/templates', label: t('templates.title') }}>
      <Box maw="40rem">
        <SendForm
          form={form}
          verb={t('templates.create')}
          onCancel={() => void navigate({ to: '/templates' })}
        >
          <TextInput
            label={t('templates.name')}
            description={t('templates.nameHint')}
            {...form.getInputProps('name')}
          />
          <Textarea
            label={t('templates.description')}
            description={t('templates.descriptionHint')}
            autosize
            minRows={2}
            {...form.getInputProps('description')}
          />
        </SendForm>
      </Box>
    </Page>
  );
}
