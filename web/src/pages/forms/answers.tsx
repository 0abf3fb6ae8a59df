// The server decides how an answer is read, in which language and with which files. This file only lays out the result.

import { Alert, Stack, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { ROW_NAME } from '#questionnaires/answers/row-names.ts';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';
import type { Form } from '#web/api/forms.ts';
import { type FileReference, referencesIn } from '#web/files/file-references.ts';
import { isRecord } from '#web/offline/merge.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { AnswerFiles, DamagedFilesContext } from './answer-files.tsx';
import { AnswerMark, type Mark, type Marks, marksOf } from './answer-mark.tsx';
import { AnswerPlace } from './answer-place.tsx';
import { AnswerTable, isTabular, type RowsAnswer } from './answer-table.tsx';
import classes from './answers.module.css';

interface AnswersProps {
  readonly form: Pick<Form, 'id' | 'plain' | 'isWhole' | 'attachments' | 'review'>;
}

/** Shows questions and answers in their sections, as the server reads them. */
export function Answers({ form }: AnswersProps) {
  const { id, plain = [], isWhole = true, attachments } = form;
  const { t } = useTranslation();
  const damaged = new Set(attachments.flatMap((each) => (each.damaged ? [each.id] : [])));
  const marks = marksOf(form);
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
            <Title order={3} size="h5" className="wrap-anywhere">
              {title}
            </Title>
          )}
          <DamagedFilesContext value={damaged}>
            <AnswerList formId={id} answers={answers} marks={marks} />
          </DamagedFilesContext>
        </Fragment>
      ))}
    </Stack>
  );
}

/** Returns whether a question was asked: a condition may hide it. */
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

interface AnswerListProps {
  readonly formId: string;
  readonly answers: readonly ShownAnswer[];
  /** Undefined in rows. */
  readonly marks?: Marks;
}

const NO_MARKS: Marks = new Map();

/** Lists questions beside their answers. Those without an answer are folded into one line with their number. */
function AnswerList({ formId, answers, marks = NO_MARKS }: AnswerListProps) {
  const { t } = useTranslation();
  // What the review is about is never folded away, also where the answer was removed.
  const isShown = ({ state, name }: ShownAnswer) => state === 'answered' || marks.has(name);
  const answered = answers.filter(isShown);
  const unanswered = answers.filter((each) => !isShown(each));
  return (
    <div>
      {answered.length > 0 && (
        <dl className={classes['list']}>
          {answered.map((answer) => (
            <Answer
              key={answer.name}
              formId={formId}
              answer={answer}
              mark={marks.get(answer.name)}
            />
          ))}
        </dl>
      )}
      {unanswered.length > 0 && (
        <details className={classes['unanswered']}>
          <summary>{t('forms.notAnswered', { count: unanswered.length })}</summary>
          <ul>
            {unanswered.map(({ name, title }) => (
              <li key={name} className="wrap-anywhere">
                {title}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

interface AnswerProps {
  readonly formId: string;
  readonly answer: ShownAnswer;
}

function Answer({ formId, answer, mark }: AnswerProps & { readonly mark: Mark | undefined }) {
  return (
    <div data-wide={answer.rows !== undefined}>
      <dt className="wrap-anywhere">{answer.title}</dt>
      <dd className="wrap-lines">
        <Value formId={formId} answer={answer} />
        {mark && <AnswerMark mark={mark} />}
      </dd>
    </div>
  );
}

interface ValueProps extends AnswerProps {
  /** Shown in a cell of a table. */
  readonly isSmall?: boolean;
}

function Value({ formId, answer, isSmall = false }: ValueProps): ReactNode {
  const { title, type, value, displayValue, remark, rows } = answer;
  const files = filesIn(type, value);
  return (
    <>
      {rows !== undefined && <Rows formId={formId} answer={{ ...answer, rows }} />}
      {files.length > 0 && (
        <AnswerFiles formId={formId} title={title} files={files} isSmall={isSmall} />
      )}
      {rows === undefined && files.length === 0 && (
        <AnswerPlace value={type === 'location' ? value : undefined}>{displayValue}</AnswerPlace>
      )}
      {remark !== undefined && <Text>{remark}</Text>}
    </>
  );
}

/** Returns the files of an answer: of a drawing on a photo, the picture with the drawing and the photo itself. */
function filesIn(type: string, value: unknown): readonly FileReference[] {
  if (type === 'file' || type === 'signaturepad') return referencesIn(value);
  if (type !== 'sketch' || !isRecord(value)) return [];
  const [picture] = referencesIn(value['picture']);
  const [photo] = referencesIn(value['photo']);
  if (picture === undefined || photo === undefined) return [];
  return picture.id === photo.id ? [photo] : [picture, photo];
}

interface RowsProps {
  readonly formId: string;
  readonly answer: RowsAnswer;
}

/** Shows rows as a table if they fit one, else as a card for each row. */
function Rows({ formId, answer }: RowsProps) {
  const { t } = useTranslation();
  if (isTabular(answer)) {
    return (
      <AnswerTable
        answer={answer}
        showCell={(cell) => <Value formId={formId} answer={cell} isSmall />}
      />
    );
  }
  const { rows, rowTitles, totals } = answer;
  return (
    <Stack gap="xs" mt={4}>
      {rows.map((cells, i) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are shown once and have no other name
          key={i}
          formId={formId}
          name={rowTitles?.[i] || t('forms.row', { number: i + 1 })}
          cells={cells.filter(
            ({ name, displayValue }) => name !== ROW_NAME || displayValue !== rowTitles?.[i],
          )}
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

function Row({ formId, name, cells }: RowProps) {
  return (
    <div className={classes['card']}>
      <Text fw={550} className="wrap-anywhere">
        {name}
      </Text>
      <AnswerList formId={formId} answers={cells.filter(isAsked)} />
    </div>
  );
}
