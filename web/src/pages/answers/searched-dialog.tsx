// Forms are found by the answers that a published version marks. So marking is a change of the template: it is published at
// once when nothing else waits to be, and stays in the draft otherwise.
import { Alert, Checkbox, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TemplateDetail } from '#templates/app-types.ts';
import { changeTemplate, publishTemplate } from '#web/api/template-design.ts';
import { templateQuery } from '#web/api/template-queries.ts';
import { type Definition, readDefinition, textOf } from '#web/builder/definition.ts';
import { markablesIn, markOnly } from '#web/builder/searched.ts';
import { defaultLanguage, textIn } from '#web/builder/translations.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface SearchedDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Chooses by which answers the forms of a template are found. */
export function SearchedDialog({ id, onClose }: SearchedDialogProps) {
  const { data } = useSuspenseQuery({ ...templateQuery(id), staleTime: 0 });
  const [template] = useState(data);
  const [definition] = useState(() => readDefinition(template.draftDefinition));
  const { t } = useTranslation();
  if (definition === undefined) {
    return (
      <Dialog title={t('answers.searched.title')} onClose={onClose}>
        <Text>{t('answers.searched.notYours')}</Text>
      </Dialog>
    );
  }
  return <Marks template={template} definition={definition} onClose={onClose} />;
}

interface MarksProps extends Pick<SearchedDialogProps, 'onClose'> {
  readonly template: TemplateDetail;
  readonly definition: Definition;
}

function Marks({ template, definition, onClose }: MarksProps) {
  const { t } = useTranslation();
  const { id, revision, hasChanges, status } = template;
  const fields = markablesIn(definition);
  const byDefault = defaultLanguage(definition);
  const isPublished = status === 'published' && !hasChanges;
  const form = useSendForm({
    initialValues: {
      paths: fields.flatMap(({ path, isMarked }) => (isMarked ? [String(path)] : [])),
    },
    async send({ paths }) {
      const changed = await changeTemplate(id, {
        revision,
        definition: markOnly(definition, new Set(paths)),
      });
      if (isPublished) await publishTemplate(id, changed.revision);
    },
    done() {
      notifications.show({
        message: t(isPublished ? 'answers.searched.saved' : 'answers.searched.kept'),
      });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('answers.searched.title')}
      form={form}
      verb={t(isPublished ? 'answers.searched.publish' : 'answers.searched.keep')}
      isDisabled={fields.length === 0 || !form.isDirty()}
      onClose={onClose}
    >
      <Text>{t('answers.searched.lead')}</Text>
      {!isPublished && (
        <Alert variant="outline" color="yellow">
          <Text>{t('answers.searched.waits')}</Text>
          <LinkAnchor to="/templates/$id" params={{ id }}>
            {t('answers.searched.open')}
          </LinkAnchor>
        </Alert>
      )}
      {fields.length === 0 && <Text c="dimmed">{t('answers.searched.none')}</Text>}
      <Checkbox.Group {...form.getInputProps('paths')}>
        <Stack gap="xs">
          {fields.map(({ path, field }) => (
            <Checkbox
              key={String(path)}
              value={String(path)}
              label={textIn(field['title'] ?? '', byDefault, byDefault) || textOf(field.name)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  );
}
