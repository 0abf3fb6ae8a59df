import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { csvLine } from '#kernel/csv.ts';
import { minuteTime } from '#web/components/exact-time.ts';
import { saveFile } from '#web/components/save-file.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { columnOf, type Meaning, personColumn } from './columns.ts';
import type { Outcome } from './outcomes.ts';
import type { WorkFile } from './read-work-file.ts';
import { useFaultText } from './use-fault-text.ts';
import type { Ran } from './use-work-import.ts';

interface ReportButtonProps {
  readonly ran: Ran;
  readonly file: WorkFile;
  readonly fileName: string;
  readonly meanings: readonly Meaning[];
}

const HEADERS = ['row', 'person', 'outcome', 'due', 'reason'] as const;

/** Saves a CSV file with a line for each row: its number, the person as the file names them, the outcome, the reasons. */
export function ReportButton({ ran, file, fileName, meanings }: ReportButtonProps) {
  const { t, i18n } = useTranslation();
  const faultText = useFaultText();
  const verb = ran.wasCheck ? 'checked' : 'sent';
  const reasonsOf = ({ kind, first, faults }: Outcome): readonly string[] =>
    kind === 'same'
      ? [t('workImport.sameAs', { row: first })]
      : faults.map((fault) => {
          const header = file.headers[columnOf(meanings, fault)];
          return header ? `${header}: ${faultText(fault)}` : faultText(fault);
        });
  const save = () => {
    const people = new Map(
      file.rows.map(({ row, cells }) => [row, cells[personColumn(meanings)?.at ?? -1]]),
    );
    const lines = ran.outcomes.map((outcome) =>
      csvLine([
        outcome.row,
        people.get(outcome.row) ?? '',
        t(`workImport.${verb}.${outcome.kind}`),
        outcome.dueDate === undefined ? '' : minuteTime(new Date(outcome.dueDate), i18n.locale),
        reasonsOf(outcome).join(' '),
      ]),
    );
    const header = csvLine(HEADERS.map((name) => t(`workImport.report.${name}`)));
    // Without this mark, Excel reads the file in one of its older encodings.
    const bytes = new Blob(['\ufeff', header, ...lines], { type: 'text/csv' });
    saveFile(bytes, `${fileName.replace(/\.[a-z]+$/i, '')}-${t('workImport.report.file')}.csv`);
  };
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
      {t('workImport.download')}
    </Button>
  );
}
