import { Box, FileInput, Stack, Text } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import type { TemplateImportReport } from '#template-files/app-types.ts';
import { checkImport } from '#web/api/template-design.ts';
import { Loading } from '#web/components/loading.tsx';
import { Page } from '#web/components/page.tsx';
import { Problem } from '#web/components/problem.tsx';
import { useAct } from '#web/components/use-act.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { ImportReportSection } from './import-report.tsx';

const MAX_BYTES = 10_485_760;

interface Read {
  readonly file: File;
  readonly report: TemplateImportReport;
}

/** Imports an XLSForm or an exported template: first shows what it becomes, then creates it. */
export function ImportTemplatePage() {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  const [read, setRead] = useState<Read>();
  const check = useAct(
    async (chosen: File) => ({ file: chosen, report: await checkImport(chosen) }),
    setRead,
  );
  const isTooLarge = file !== null && file.size > MAX_BYTES;
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setRead(undefined);
    if (chosen !== null && chosen.size <= MAX_BYTES) check.run(chosen);
  };
  return (
    <Page
      title={t('templates.importTitle')}
      back={{ to: '/templates/new', label: t('templates.new') }}
      lead={t('templates.importLead')}
    >
      <Stack>
        <Box maw="40rem">
          <FileInput
            label={t('templates.importChoose')}
            placeholder={t('templates.importPlaceholder')}
            accept=".xlsx,.xls,.json,application/json,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.ms-excel"
            leftSection={<IconFileImport size={16} aria-hidden />}
            value={file}
            error={isTooLarge ? t('templates.importTooLarge') : undefined}
            onChange={choose}
          />
        </Box>
        {check.isRunning && (
          <>
            <Text role="status">{t('templates.importReading', { name: file?.name ?? '' })}</Text>
            <Loading shape="rows" />
          </>
        )}
        {check.problem && !check.isRunning && !isTooLarge && read === undefined && (
          <Problem error={check.problem} />
        )}
        {read !== undefined && (
          <ImportReportSection key={read.file.name} file={read.file} report={read.report} />
        )}
      </Stack>
    </Page>
  );
}
