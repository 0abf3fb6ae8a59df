import { List, Stack, Text } from '@mantine/core';
import type { WrittenQuestion } from '#questionnaires/reading/text-answers.ts';
import { minuteTime } from '#web/components/exact-time.ts';
import { Section } from '#web/components/section.tsx';
import { shownLanguage } from '#web/texts/i18n.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { columnOf, type Meaning, meaningOfField, shortened } from './columns.ts';
import { countOf, KINDS } from './outcomes.ts';
import type { WorkFile } from './read-work-file.ts';
import { ReportButton } from './report-button.tsx';
import { useFaultText } from './use-fault-text.ts';
import type { Ran } from './use-work-import.ts';

/** More are in the report, which can be downloaded. */
const SHOWN_FAULTS = 100;
const SHOWN_EXAMPLES = 5;

interface PartProps {
  readonly ran: Ran;
  readonly file: WorkFile;
  readonly meanings: readonly Meaning[];
}

interface OutcomeReportProps extends PartProps {
  readonly fileName: string;
  readonly questions: readonly WrittenQuestion[];
}

/** What would become of the rows of a file, or what has become of them. */
export function OutcomeReport({ fileName, questions, ...part }: OutcomeReportProps) {
  const { t } = useTranslation();
  const { wasCheck, outcomes } = part.ran;
  const verb = wasCheck ? 'checked' : 'sent';
  return (
    <Section
      title={t(`workImport.${verb}.title`)}
      actions={<ReportButton {...part} fileName={fileName} />}
    >
      <Stack gap="sm">
        <div role="status">
          <List>
            {KINDS.map((kind) => [kind, countOf(outcomes, kind)] as const)
              .filter(([kind, count]) => count > 0 || kind === 'new')
              .map(([kind, count]) => (
                <List.Item key={kind}>{t(`workImport.${verb}Counts.${kind}`, { count })}</List.Item>
              ))}
          </List>
        </div>
        {wasCheck && <Examples {...part} questions={questions} />}
        <Faults {...part} />
      </Stack>
    </Section>
  );
}

interface ExamplesProps extends PartProps {
  readonly questions: readonly WrittenQuestion[];
}

/** The first assignments, which show at once that a wrong column was chosen. */
function Examples({ ran, file, meanings, questions }: ExamplesProps) {
  const { t, i18n } = useTranslation();
  const shown = ran.outcomes.filter(({ kind }) => kind === 'new').slice(0, SHOWN_EXAMPLES);
  if (shown.length === 0) return undefined;
  const fieldsOf = (wanted: number): readonly string[] => {
    const cells = file.rows.find(({ row }) => row === wanted)?.cells ?? [];
    return questions.flatMap(({ name, titles }) => {
      const cell = cells[meanings.indexOf(meaningOfField(name))] ?? '';
      return cell === '' ? [] : [`${titles[shownLanguage()]}: ${shortened(cell)}`];
    });
  };
  return (
    <>
      <Text fw={550}>{t('workImport.examples')}</Text>
      <List size="sm">
        {shown.map(({ row, person, dueDate }) => {
          const name = person?.name ?? '';
          const said =
            dueDate === undefined
              ? t('workImport.example', { row, name })
              : t('workImport.exampleDue', {
                  row,
                  name,
                  due: minuteTime(new Date(dueDate), i18n.locale),
                });
          return (
            <List.Item key={row} className="wrap-anywhere">
              {[said, ...fieldsOf(row)].join(' · ')}
            </List.Item>
          );
        })}
      </List>
    </>
  );
}

function Faults({ ran, file, meanings }: PartProps) {
  const { t } = useTranslation();
  const faultText = useFaultText();
  const faults = ran.outcomes.flatMap(({ row, faults: own }) =>
    own.map((fault, i) => ({ id: `${row} ${i}`, row, fault, at: columnOf(meanings, fault) })),
  );
  if (faults.length === 0) return undefined;
  const cells = new Map(file.rows.map((each) => [each.row, each.cells]));
  return (
    <>
      <Text fw={550}>{t('workImport.faultyRows')}</Text>
      <List size="sm">
        {faults.slice(0, SHOWN_FAULTS).map(({ id, row, fault, at }) => {
          const [header, cell] = [file.headers[at], cells.get(row)?.[at]];
          const place = [t('workImport.rowNumber', { row }), header].filter(Boolean).join(' · ');
          const reason = faultText(fault);
          return (
            <List.Item key={id} className="wrap-anywhere">
              <Text span inherit fw={550}>
                {place}
              </Text>{' '}
              {cell && !reason.includes(cell)
                ? t('workImport.faultOf', { value: shortened(cell), reason })
                : reason}
            </List.Item>
          );
        })}
      </List>
      {faults.length > SHOWN_FAULTS && (
        <Text size="sm">{t('workImport.moreFaults', { count: SHOWN_FAULTS })}</Text>
      )}
    </>
  );
}
