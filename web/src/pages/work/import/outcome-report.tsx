import { Button, List, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { RowFault } from '#web/api/assignments.ts';
import { minuteTime } from '#web/components/exact-time.ts';
import { saveFile } from '#web/components/save-file.ts';
import { Section } from '#web/components/section.tsx';
import type { Column } from '#web/lists/column.ts';
import { PlainTable } from '#web/lists/plain-table.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { type Meaning, meaningOfField, personColumn } from './columns.ts';
import { countOf, KINDS, type Outcome, reportOf } from './outcomes.ts';
import type { WorkFile } from './read-work-file.ts';
import { useFaultText } from './use-fault-text.ts';
import type { Ran } from './use-work-import.ts';

/** More are in the report, which can be downloaded. */
const SHOWN_FAULTS = 100;
const SHOWN_EXAMPLES = 5;

interface OutcomeReportProps {
  readonly ran: Ran;
  readonly file: WorkFile;
  readonly fileName: string;
  readonly meanings: readonly Meaning[];
}

/** What would become of the rows of a file, or what has become of them. */
export function OutcomeReport({ ran, file, fileName, meanings }: OutcomeReportProps) {
  const { t, i18n } = useTranslation();
  const { wasCheck, outcomes } = ran;
  const faultText = useFaultText();
  const verb = wasCheck ? 'checked' : 'sent';
  const cells = new Map(file.rows.map((each) => [each.row, each.cells]));
  const columnOf = ({ at, field }: RowFault): number => {
    if (at === 'person') return personColumn(meanings)?.at ?? -1;
    return meanings.findIndex(
      (each) => each === (field === undefined ? at : meaningOfField(field)),
    );
  };
  const headerOf = (fault: RowFault): string => file.headers[columnOf(fault)] ?? '';
  const sentences = (outcome: Outcome): readonly string[] =>
    outcome.kind === 'same'
      ? [t('workImport.sameAs', { row: outcome.first })]
      : outcome.faults.map((fault) =>
          [headerOf(fault), faultText(fault)].filter(Boolean).join(': '),
        );
  const faults = outcomes.flatMap(({ row, faults: own }) =>
    own.map((fault, i) => ({ id: `${row} ${i}`, row, fault })),
  );
  const columns: readonly Column<(typeof faults)[number]>[] = [
    {
      id: 'row',
      header: t('workImport.row'),
      width: '5rem',
      cell: ({ row }) => t('workImport.rowNumber', { row }),
    },
    {
      id: 'column',
      header: t('workImport.column'),
      phone: 'corner',
      cell: ({ fault }) => headerOf(fault) || '–',
    },
    {
      id: 'value',
      header: t('workImport.value'),
      phone: 'labelled',
      cell: ({ row, fault }) => cells.get(row)?.[columnOf(fault)] || '–',
    },
    {
      id: 'reason',
      header: t('workImport.reason'),
      width: 'minmax(0, 2fr)',
      cell: ({ fault }) => faultText(fault),
    },
  ];
  const download = () => {
    const names = ['row', 'person', 'outcome', 'due', 'reason'] as const;
    const person = personColumn(meanings)?.at ?? -1;
    const text = reportOf(
      names.map((name) => t(`workImport.report.${name}`)),
      outcomes,
      (outcome) => [
        outcome.row,
        cells.get(outcome.row)?.[person] ?? '',
        t(`workImport.${verb}.${outcome.kind}`),
        outcome.dueDate === undefined ? '' : minuteTime(new Date(outcome.dueDate), i18n.locale),
        sentences(outcome).join(' '),
      ],
    );
    // Excel takes a file without this mark for one of its own old encoding.
    const bytes = new Blob(['\ufeff', text], { type: 'text/csv' });
    saveFile(bytes, `${fileName.replace(/\.[a-z]+$/i, '')}-${t('workImport.report.file')}.csv`);
  };
  return (
    <Section
      title={t(`workImport.${verb}.title`)}
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={download}
        >
          {t('workImport.download')}
        </Button>
      }
    >
      <Stack gap="sm">
        <List role="status">
          {KINDS.map((kind) => [kind, countOf(outcomes, kind)] as const)
            .filter(([kind, count]) => count > 0 || kind === 'new')
            .map(([kind, count]) => (
              <List.Item key={kind}>{t(`workImport.${verb}Counts.${kind}`, { count })}</List.Item>
            ))}
        </List>
        {wasCheck && <Examples outcomes={outcomes} />}
        {faults.length > 0 && (
          <>
            <Text fw={550}>{t('workImport.faultyRows')}</Text>
            <PlainTable
              label={t('workImport.faultyRows')}
              items={faults.slice(0, SHOWN_FAULTS)}
              columns={columns}
              idOf={({ id }) => id}
            />
            {faults.length > SHOWN_FAULTS && (
              <Text size="sm">{t('workImport.moreFaults', { count: SHOWN_FAULTS })}</Text>
            )}
          </>
        )}
      </Stack>
    </Section>
  );
}

/** The first pieces of work as they were understood: whom a wrong column would name is seen at once. */
function Examples({ outcomes }: Pick<Ran, 'outcomes'>) {
  const { t, i18n } = useTranslation();
  const shown = outcomes.filter(({ kind }) => kind === 'new').slice(0, SHOWN_EXAMPLES);
  if (shown.length === 0) return undefined;
  return (
    <>
      <Text fw={550}>{t('workImport.examples')}</Text>
      <List size="sm">
        {shown.map(({ row, person, dueDate }) => (
          <List.Item key={row} className="wrap-anywhere">
            {t(dueDate === undefined ? 'workImport.example' : 'workImport.exampleDue', {
              row,
              name: person?.name ?? '',
              due: dueDate === undefined ? '' : minuteTime(new Date(dueDate), i18n.locale),
            })}
          </List.Item>
        ))}
      </List>
    </>
  );
}
