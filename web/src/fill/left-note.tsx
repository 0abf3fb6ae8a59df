import { Alert, Anchor, List, Text } from '@mantine/core';
import { IconAlertTriangle, IconEye } from '@tabler/icons-react';
import type { Question } from 'survey-core';
import { useTranslation } from '../texts.ts';
import type { Left } from './use-completion.ts';

const PICTURES = { wrong: IconAlertTriangle, unseen: IconEye } as const;

/**
 * Lists what needs attention before the form can be completed. Each entry leads to its question, also on another part.
 */
export function LeftNote({ left: { why, questions: all } }: { readonly left: Left }) {
  const { t } = useTranslation();
  // A question that was corrected since then is no longer listed.
  const questions = all.filter(({ errors }) => why === 'unseen' || errors.length > 0);
  if (questions.length === 0) return undefined;
  const Picture = PICTURES[why];
  return (
    <Alert
      role="alert"
      variant="outline"
      {...(why === 'wrong' && { color: 'red' })}
      icon={<Picture />}
      title={t(`fill.left.${why}`, { count: questions.length })}
    >
      {why === 'unseen' && <Text mb="xs">{t('fill.left.unseenHint')}</Text>}
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
function titleOf({ processedTitle, parentQuestion }: Question): string {
  return parentQuestion === null ? processedTitle : `${titleOf(parentQuestion)}: ${processedTitle}`;
}
