import { Alert, Anchor, List, Text } from '@mantine/core';
import { IconAlertTriangle, IconEye } from '@tabler/icons-react';
import { type Question, QuestionMatrixDropdownModel } from 'survey-core';
import { useTranslation } from '#web/texts/texts.ts';
import type { Left } from './left.ts';

const PICTURES = { wrong: IconAlertTriangle, unseen: IconEye } as const;

/** Lists what needs attention before the form can be completed: answers first, then questions that were not seen. */
export function LeftNote({ left }: { readonly left: Left }) {
  // A question that was corrected since then is no longer listed.
  const wrong = left.wrong.filter(({ errors }) => errors.length > 0);
  return (
    <>
      <Listed why="wrong" questions={wrong} />
      <Listed why="unseen" questions={left.unseen} isAlone={left.wrong.length === 0} />
    </>
  );
}

interface ListedProps {
  readonly why: keyof typeof PICTURES;
  readonly questions: readonly Question[];
  /** Nothing else prevents completion. */
  readonly isAlone?: boolean;
}

/** Each entry leads to its question, also on another page. */
function Listed({ why, questions, isAlone = false }: ListedProps) {
  const { t } = useTranslation();
  if (questions.length === 0) return undefined;
  const Picture = PICTURES[why];
  return (
    <Alert
      role="alert"
      variant="outline"
      {...(why === 'wrong' && { color: 'red' })}
      icon={<Picture />}
      title={t(`fillNotes.left.${why}`, { count: questions.length })}
    >
      {isAlone && <Text mb="xs">{t('fillNotes.left.unseenHint')}</Text>}
      <List>
        {questions.map((question) => (
          <List.Item key={question.id}>
            <Anchor
              component="button"
              type="button"
              ta="start"
              className="wrap-anywhere"
              onClick={() => question.focus(why === 'wrong')}
            >
              {titleOf(question)}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** Returns the title of a question, after the title of the table or repeating section that contains it. */
function titleOf(question: Question): string {
  const { processedTitle, parentQuestion } = question;
  if (parentQuestion === null) return processedTitle;
  const row = fixedRowOf(question, parentQuestion);
  return `${titleOf(parentQuestion)}: ${row === undefined ? '' : `${row}, `}${processedTitle}`;
}

/** Returns the name of the row, as the template gives it, that a question is in. */
const fixedRowOf = (question: Question, table: Question): string | undefined =>
  table instanceof QuestionMatrixDropdownModel
    ? table.visibleRows.find(({ cells }) => cells.some((cell) => cell.question === question))
        ?.rowTitle
    : undefined;
