import { Box, Button, Stack, Textarea, TextInput } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { createTemplate } from '#web/api/template-design.ts';
import { emptyDefinition } from '#web/builder/definition.ts';
import { Page } from '#web/components/page.tsx';
import { Section } from '#web/components/section.tsx';
import { SendForm } from '#web/components/send-form.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { GallerySection } from './gallery-section.tsx';

/** Creates a template, empty or from an example, and opens it in the builder. Files are imported on another screen. */
export function NewTemplatePage() {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const navigate = useNavigate();
  const form = useSendForm({
    initialValues: { name: '', description: '' },
    validate: { name: (value) => (value.trim() === '' ? t('field.required') : null) },
    send: ({ name, description }) =>
      createTemplate({
        name: name.trim(),
        ...(description.trim() !== '' && { description: description.trim() }),
        // The language of the author is the one of the texts without another one.
        definition: { ...emptyDefinition(), ...(language !== 'en' && { locale: language }) },
      }),
    done: ({ id }) => navigate({ to: '/templates/$id', params: { id } }),
  });
  return (
    <Page
      title={t('templates.new')}
      back={{ to: '/templates', label: t('templates.title') }}
      actions={
        <Button
          component={Link}
          to="/templates/import"
          variant="default"
          leftSection={<IconFileImport size={16} aria-hidden />}
        >
          {t('templates.importFile')}
        </Button>
      }
    >
      <Stack gap="lg">
        <Section title={t('templates.scratch')}>
          <Box maw="40rem">
            <SendForm
              form={form}
              verb={t('templates.create')}
              onCancel={() => void navigate({ to: '/templates' })}
            >
              <TextInput
                label={t('templates.name')}
                description={t('templates.nameHint')}
                data-autofocus
                autoFocus
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
        </Section>
        <GallerySection />
      </Stack>
    </Page>
  );
}
