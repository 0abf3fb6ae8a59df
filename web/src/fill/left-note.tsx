import { Alert, Anchor, List, Text } from '@mantine/core';
import { IconAlertTriangle, IconEye } from '@tabler/icons-react';
import type { Question } from 'survey-core';
import { useTranslation } from '../texts.ts';
import type { Left } from './use-completion.ts';

const PICTURES = { wrong: IconAlertTriangle, unseen: IconEye } as const;

/** What is to be looked at before the form is complete: each leads to its question, wherever that is. */
export function LeftNote({ left: { why, questions: all } }: { readonly left: Left }) {
  const { t } = useTranslation();
  // What has been put right since is not missing any more.
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

/** Of one in a table or a repeating section, with the title of that. */
function titleOf({ processedTitle, parentQuestion }: Question): string {
  return parentQuestion === null ? processedTitle : `${titleOf(parentQuestion)}: ${processedTitle}`;
}
