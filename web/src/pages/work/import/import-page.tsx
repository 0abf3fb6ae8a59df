// A CSV file is read in the browser: only the columns that are used leave the device. A workbook is read by the server, which
// keeps nothing of it.
import { Button, FileInput, Group, Progress, Stack, Text } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { writtenQuestions } from '#questionnaires/reading/text-answers.ts';
import { versionQuery } from '#web/api/template-queries.ts';
import { readWorkbook } from '#web/api/workbooks.ts';
import { Loading } from '#web/components/loading.tsx';
import { Page } from '#web/components/page.tsx';
import { Problem } from '#web/components/problem.tsx';
import { Section } from '#web/components/section.tsx';
import { useAct } from '#web/components/use-act.ts';
import {
  type SendableTemplate,
  SentTemplatePicker,
} from '#web/pages/work/sent-template-picker.tsx';
import { shownZone } from '#web/texts/shown-zone.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { ColumnChoices } from './column-choices.tsx';
import { guessMeanings, personColumn } from './columns.ts';
import { OutcomeReport } from './outcome-report.tsx';
import { countOf } from './outcomes.ts';
import {
  FILE_LIMITS,
  readWorkFile,
  type WorkFile,
  type WorkFileReading,
} from './read-work-file.ts';
import { useWorkImport } from './use-work-import.ts';

const route = getRouteApi('/signed-in/work/import');

/** Assigns a template to the people whom the rows of a file name. */
export function ImportWorkPage() {
  const { t } = useTranslation();
  const { template: initialId } = route.useSearch();
  const [template, setTemplate] = useState<SendableTemplate>();
  const [chosen, setChosen] = useState<File | null>(null);
  const [reading, setReading] = useState<WorkFileReading>();
  const {
    run: read,
    problem,
    isRunning,
  } = useAct((file: File) => readWorkFile(file, readWorkbook), setReading);
  const open = (file: File | null) => {
    setChosen(file);
    setReading(undefined);
    if (file !== null) read(file);
  };
  const fault = reading !== undefined && 'fault' in reading ? reading : undefined;
  const file = reading !== undefined && 'file' in reading ? reading.file : undefined;
  return (
    <Page
      title={t('workImport.title')}
      lead={t('workImport.lead')}
      back={{ to: '/work', label: t('work.title') }}
    >
      <Stack maw="60rem">
        <Stack maw="40rem">
          <SentTemplatePicker
            label={t('work.new.template')}
            value={template}
            initialId={initialId}
            onChange={setTemplate}
          />
          <FileInput
            label={t('workImport.file')}
            description={t('workImport.fileHint')}
            placeholder={t('workImport.choose')}
            accept=".csv,text/csv,.xlsx,.xls"
            leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
            value={chosen}
            error={
              fault && t(`workImport.fileFaults.${fault.fault}`, { row: fault.row ?? 0, ...SIZES })
            }
            disabled={isRunning}
            onChange={open}
          />
          {isRunning && <Loading shape="rows" />}
          {problem && <Problem error={problem} />}
        </Stack>
        {file && template?.currentVersion !== undefined && (
          <Suspense fallback={<Loading shape="rows" />}>
            <Rows
              // Another template or file begins anew.
              key={`${template.id} ${chosen?.name} ${chosen?.lastModified}`}
              templateId={template.id}
              version={template.currentVersion}
              file={file}
              fileName={chosen?.name ?? ''}
            />
          </Suspense>
        )}
      </Stack>
    </Page>
  );
}

const SIZES = {
  rows: FILE_LIMITS.rows,
  columns: FILE_LIMITS.columns,
  size: FILE_LIMITS.bytes / 1_000_000,
};

interface RowsProps {
  readonly templateId: string;
  /** The number of the published version. */
  readonly version: number;
  readonly file: WorkFile;
  readonly fileName: string;
}

function Rows({ templateId, version, file, fileName }: RowsProps) {
  const { t } = useTranslation();
  const { data } = useSuspenseQuery(versionQuery(templateId, version));
  const questions = useMemo(() => writtenQuestions(data.definition), [data]);
  const [meanings, setMeanings] = useState(() => guessMeanings(file.headers, questions));
  const { run, ran, progress, isRunning, problem, cancel, forget } = useWorkImport();
  const hasPerson = personColumn(meanings) !== undefined;
  const isSent = ran?.wasCheck === false;
  const what = { templateId, file, meanings };
  const [news, left] = ran ? [countOf(ran.outcomes, 'new'), countOf(ran.outcomes, 'open')] : [0, 0];
  return (
    <>
      {!isSent && (
        <Section
          title={t('workImport.columns')}
          lead={t('workImport.columnsLead', { zone: shownZone() })}
        >
          <ColumnChoices
            file={file}
            questions={questions}
            meanings={meanings}
            isDisabled={isRunning}
            onChange={(next) => {
              forget();
              setMeanings(next);
            }}
          />
          {!hasPerson && <Text role="status">{t('workImport.noPerson')}</Text>}
        </Section>
      )}
      {ran && !isRunning && (
        <OutcomeReport
          ran={ran}
          file={file}
          fileName={fileName}
          meanings={meanings}
          questions={questions}
        />
      )}
      {progress && (
        <Stack gap="xs">
          <Text role="status">
            {t(ran === undefined ? 'workImport.checking' : 'workImport.sending', progress)}
          </Text>
          <Progress
            value={progress.of === 0 ? 100 : (progress.done / progress.of) * 100}
            aria-label={t('workImport.progress')}
          />
        </Stack>
      )}
      {problem && !isRunning && <Problem error={problem} />}
      <Group gap="xs">
        {isRunning && (
          <Button variant="default" onClick={cancel}>
            {t('common.cancel')}
          </Button>
        )}
        {!isRunning && ran === undefined && (
          <Button disabled={!hasPerson} onClick={() => run({ ...what, dryRun: true })}>
            {t('workImport.check', { count: file.rows.length })}
          </Button>
        )}
        {!isRunning && ran?.wasCheck && news > 0 && (
          <Button onClick={() => run({ ...what, dryRun: false })}>
            {t('workImport.send', { count: news })}
          </Button>
        )}
        {!isRunning && isSent && (
          <>
            {left > 0 && (
              <Button onClick={() => run({ ...what, dryRun: false })}>
                {t('workImport.goOn', { count: left })}
              </Button>
            )}
            <Button component={Link} to="/work" variant={left > 0 ? 'default' : 'filled'}>
              {t('work.new.toWork')}
            </Button>
          </>
        )}
      </Group>
    </>
  );
}
