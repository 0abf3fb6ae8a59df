import { Alert, Box, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { TemplateImportReport } from '#template-files/app-types.ts';
import { importTemplate } from '#web/api/template-design.ts';
import { fieldsOf, readDefinition } from '#web/builder/definition.ts';
import { Section } from '#web/components/section.tsx';
import { SendForm } from '#web/components/send-form.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import type { Column } from '#web/lists/column.ts';
import { DataTable } from '#web/lists/data-table.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { ImportLists, matchedLists, withoutNew } from './import-lists.tsx';
import { useNoteText } from './use-note-text.ts';

type Note = TemplateImportReport['notes'][number] & { readonly key: string };

interface ImportReportProps {
  readonly file: File;
  readonly report: TemplateImportReport;
}

/** Says what a file becomes and what is not as in the file, and creates the template. */
export function ImportReportSection({ file, report }: ImportReportProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const definition = readDefinition(report.definition);
  const fields = definition === undefined ? [] : fieldsOf(definition);
  const count = fields.filter(({ field }) => field.type !== 'panel').length;
  const [lists, setLists] = useState(() => matchedLists(report.lists));
  const form = useSendForm({
    initialValues: { name: report.name ?? file.name.replace(/\.\w+$/, '') },
    validate: { name: (value) => (value.trim() === '' ? t('field.required') : null) },
    send: ({ name }) => importTemplate(file, name.trim(), withoutNew(report.lists, lists)),
    done: ({ id }) => navigate({ to: '/templates/$id', params: { id } }),
    isFleeting: true,
  });
  if (count === 0) {
    return (
      <Stack>
        <Alert
          role="alert"
          variant="outline"
          color="red"
          icon={<IconAlertTriangle />}
          title={t('templates.importNothing')}
        />
        <Report report={report} />
      </Stack>
    );
  }
  return (
    <Stack>
      <Alert
        role="status"
        variant="outline"
        color="harbour"
        icon={<IconCircleCheck />}
        title={`${t('templates.importReady')}: ${t('templates.fieldCount', { count })}`}
      >
        {report.noteCount === 0
          ? t('templates.importWhole')
          : t('templates.importLeftOut', { count: report.noteCount })}
      </Alert>
      <ImportLists lists={report.lists} chosen={lists} onChange={setLists} />
      <Box maw="40rem">
        <SendForm
          form={form}
          verb={t('templates.importCreate')}
          onCancel={() => void navigate({ to: '/templates/new' })}
        >
          <TextInput label={t('templates.name')} maxLength={200} {...form.getInputProps('name')} />
        </SendForm>
      </Box>
      <Report report={report} />
    </Stack>
  );
}

function Report({ report: { notes, noteCount } }: Pick<ImportReportProps, 'report'>) {
  const { t } = useTranslation();
  const textOf = useNoteText();
  if (notes.length === 0) return null;
  const columns: readonly Column<Note>[] = [
    {
      id: 'text',
      header: t('templates.noteText'),
      width: 'minmax(0, 3fr)',
      cell: textOf,
    },
    {
      id: 'field',
      header: t('templates.noteField'),
      width: 'minmax(0, 1fr)',
      phone: 'labelled',
      cell: ({ name }) => name,
    },
    {
      id: 'place',
      header: t('templates.notePlace'),
      width: '10rem',
      phone: 'labelled',
      cell: ({ sheet, row, fault }) =>
        sheet === undefined || row === undefined
          ? (sheet ?? fault?.at)
          : t('templates.noteRow', { sheet, row: String(row) }),
    },
    {
      id: 'level',
      header: t('templates.noteLevel'),
      width: '8rem',
      phone: 'labelled',
      cell: ({ level }) => t(`templates.noteLevels.${level}`),
    },
  ];
  const items = notes.map((note, i): Note => ({ ...note, key: String(i) }));
  return (
    <Section title={t('templates.report')}>
      <DataTable
        label={t('templates.report')}
        items={items}
        total={items.length}
        columns={columns}
        idOf={({ key }) => key}
        onEnd={() => undefined}
      />
      {noteCount > notes.length && (
        <Text c="dimmed">{t('templates.importMore', { count: notes.length })}</Text>
      )}
    </Section>
  );
}
