// A file can replace thousands of rows, so the server first says what would change, and people confirm that.
import { Button, FileButton, Group, List, Loader, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconFileUpload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ImportReport } from '#shared-lists/app-types.ts';
import { importRows, previewRows } from '#web/api/shared-lists.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { Problem } from '#web/components/problem.tsx';
import { useAct } from '#web/components/use-act.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { RowFaults } from './row-faults.tsx';
import { asCsv, ROWS_FILES } from './rows-file.ts';

interface UploadDialogProps {
  readonly id: string;
  /** A file that is checked at once. */
  readonly start: File | undefined;
  readonly onClose: () => void;
}

/** Uploads a file of rows: first it is checked, and says what would change, and then it is imported. */
export function UploadDialog({ id, start, onClose }: UploadDialogProps) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File>();
  const [report, setReport] = useState<ImportReport>();
  const check = useAct(async (chosen: File) => {
    const rows = await asCsv(chosen);
    setFile(rows);
    return await previewRows(id, rows);
  }, setReport);
  const bring = useAct(
    ({ chosen, version }: { chosen: File; version: number }) => importRows(id, chosen, version),
    ({ version }) => {
      notifications.show({ message: t('sharedLists.imported', { version }) });
      onClose();
    },
  );
  const take = (chosen: File | null | undefined) => {
    if (!chosen) return;
    setFile(chosen);
    setReport(undefined);
    check.run(chosen);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the file that the dialog is opened with
  useEffect(() => take(start), []);
  const isBusy = check.isRunning || bring.isRunning;
  const problem = check.problem ?? bring.problem;
  const isReady = file !== undefined && report !== undefined && report.faultCount === 0;
  return (
    <Dialog onClose={onClose} title={t('sharedLists.uploadTitle')} size="lg">
      <Stack>
        <Text>{t('sharedLists.uploadLead')}</Text>
        <Group gap="sm">
          <FileButton onChange={take} accept={ROWS_FILES}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                disabled={isBusy}
                leftSection={<IconFileUpload size={16} aria-hidden />}
              >
                {t(file === undefined ? 'sharedLists.chooseFile' : 'sharedLists.otherFile')}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed" className="wrap-anywhere">
            {file?.name ?? t('sharedLists.fileHint')}
          </Text>
        </Group>
        <div role="status">
          {isBusy && (
            <Group gap="xs">
              <Loader size="sm" />
              <Text>{t(check.isRunning ? 'sharedLists.checking' : 'sharedLists.importing')}</Text>
            </Group>
          )}
          {!isBusy && report !== undefined && report.faultCount === 0 && (
            <Changes report={report} />
          )}
        </div>
        {report !== undefined && report.faultCount > 0 && (
          <RowFaults
            report={report}
            title={t('sharedLists.faults', { count: report.faultCount })}
            hint={t('sharedLists.faultsHint')}
          />
        )}
        {problem && <Problem error={problem} />}
        <Group justify="end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            disabled={!isReady || isNothing(report)}
            loading={bring.isRunning}
            onClick={() => isReady && bring.run({ chosen: file, version: report.version })}
          >
            {t('sharedLists.import')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

const isNothing = ({ counts: { added, changed, deactivated } }: ImportReport): boolean =>
  added + changed + deactivated === 0;

const KINDS = ['added', 'changed', 'deactivated'] as const;

/** What importing the file would change. */
function Changes({ report }: { readonly report: ImportReport }) {
  const { t } = useTranslation();
  const { counts, examples } = report;
  if (isNothing(report)) return <Text>{t('sharedLists.nothingNew')}</Text>;
  return (
    <Stack gap={4}>
      <Text fw={550}>{t('sharedLists.report')}</Text>
      <List spacing={4}>
        {KINDS.filter((kind) => counts[kind] > 0).map((kind) => (
          <List.Item key={kind}>
            {t(`sharedLists.${kind}`, { count: counts[kind] })}
            <Text size="sm" c="dimmed" className="wrap-anywhere">
              {t('sharedLists.suchAs', {
                names: examples[kind].map(({ label }) => label).join(' · '),
              })}
            </Text>
          </List.Item>
        ))}
        {counts.unchanged > 0 && (
          <List.Item>{t('sharedLists.unchanged', { count: counts.unchanged })}</List.Item>
        )}
      </List>
    </Stack>
  );
}
