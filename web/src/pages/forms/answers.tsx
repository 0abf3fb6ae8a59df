import { Alert, Box, Paper, Stack, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownAnswer } from '#forms/app-types.ts';
import type { Form } from '../../api/forms.ts';
import { referencesIn } from '../../fill/file-references.ts';
import { AnswerFiles } from './answer-files.tsx';

interface AnswersProps {
  readonly form: Pick<Form, 'id' | 'plain' | 'isWhole'>;
}

/** What was asked and answered, question by question and in their sections, as the server reads it. */
export function Answers({ form: { id, plain = [], isWhole = true } }: AnswersProps) {
  const { t } = useTranslation();
  const asked = plain.filter(isAsked);
  if (asked.length === 0) return <Text>{t('forms.noQuestions')}</Text>;
  return (
    <Stack>
      {!isWhole && (
        <Alert role="status" variant="outline" color="yellow" icon={<IconInfoCircle />}>
          {t('forms.notWhole')}
        </Alert>
      )}
      {sectionsOf(asked).map(({ title, answers }) => (
        <Fragment key={answers[0]?.name}>
          {title !== '' && (
            <Title order={3} size="h4" className="wrap-anywhere">
              {title}
            </Title>
          )}
          <Stack component="dl" m={0}>
            {answers.map((answer) => (
              <Answer key={answer.name} formId={id} answer={answer} />
            ))}
          </Stack>
        </Fragment>
      ))}
    </Stack>
  );
}

/** Nobody was asked what a condition hides. */
const isAsked = ({ state }: ShownAnswer): boolean => state !== 'hidden';

interface AnswersOfSection {
  readonly title: string;
  readonly answers: readonly ShownAnswer[];
}

function sectionsOf(answers: readonly ShownAnswer[]): readonly AnswersOfSection[] {
  const sections: { title: string; answers: ShownAnswer[] }[] = [];
  for (const answer of answers) {
    const title = answer.section.join(' › ');
    const last = sections.at(-1);
    if (last?.title === title) last.answers.push(answer);
    else sections.push({ title, answers: [answer] });
  }
  return sections;
}

interface AnswerProps {
  readonly formId: string;
  readonly answer: ShownAnswer;
}

function Answer({ formId, answer }: AnswerProps) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed" className="wrap-anywhere">
        {answer.title}
      </Text>
      <Box component="dd" m={0} className="wrap-lines">
        <Value formId={formId} answer={answer} />
        {answer.remark !== undefined && <Text>{answer.remark}</Text>}
      </Box>
    </div>
  );
}

function Value({ formId, answer }: AnswerProps): ReactNode {
  const { t } = useTranslation();
  const { title, type, state, value, displayValue, rows, rowTitles, totals } = answer;
  if (state === 'unanswered') {
    return (
      <Text span c="dimmed">
        {t('forms.noAnswer')}
      </Text>
    );
  }
  const files = type === 'file' || type === 'signaturepad' ? referencesIn(value) : [];
  if (files.length > 0) return <AnswerFiles formId={formId} title={title} files={files} />;
  if (rows === undefined) return displayValue;
  return (
    <Stack gap="xs" mt={4}>
      {rows.map((cells, i) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are shown once and have no other name
          key={i}
          formId={formId}
          name={rowTitles?.[i] || t('forms.row', { number: i + 1 })}
          cells={cells}
        />
      ))}
      {totals !== undefined && <Row formId={formId} name={t('forms.totals')} cells={totals} />}
    </Stack>
  );
}

interface RowProps {
  readonly formId: string;
  readonly name: string;
  readonly cells: readonly ShownAnswer[];
}

/** Of a table or a repeated part: one card a row, which fits a phone as well. */
function Row({ formId, name, cells }: RowProps) {
  return (
    <Paper withBorder p="sm">
      <Text size="sm" fw={500} className="wrap-anywhere">
        {name}
      </Text>
      <Stack component="dl" m={0} gap="xs">
        {cells.filter(isAsked).map((cell) => (
          <Answer key={cell.name} formId={formId} answer={cell} />
        ))}
      </Stack>
    </Paper>
  );
}
