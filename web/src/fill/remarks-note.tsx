// A form that was sent back says what to correct: above the questions, and at each field that the reviewer remarked on.
// The remarks came with the form, so they are there without a network too.
import { Anchor, List, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { Model, Question } from 'survey-core';
import { Callout } from '#web/components/callout.tsx';
import type { Draft } from '#web/offline/draft.ts';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './remarks-note.module.css';

interface RemarksNoteProps {
  readonly sentBack: NonNullable<Draft['review']>;
  /** Undefined until the questions are shown. */
  readonly model: Model | undefined;
}

/** Who sent the form back, and why. Each field that is remarked on can be reached from here. */
export function RemarksNote({ sentBack, model }: RemarksNoteProps) {
  const { t } = useTranslation();
  const {
    by: { name },
    remark,
    remarks = [],
  } = sentBack;
  useEffect(() => {
    if (model !== undefined) showAtFields(model, sentBack);
  }, [model, sentBack]);
  return (
    <Callout
      tone="amber"
      icon={IconArrowBackUp}
      title={name === undefined ? t('fillNotes.sentBack') : t('fillNotes.sentBackBy', { name })}
    >
      {remark !== undefined && <Text className="wrap-lines">{remark}</Text>}
      {remarks.length > 0 && (
        <List mt="xs">
          {remarks.map(({ field, remark: said }) => {
            const question = model?.getQuestionByName(field) ?? undefined;
            return (
              <List.Item key={field}>
                {question === undefined ? (
                  field
                ) : (
                  <Anchor
                    component="button"
                    type="button"
                    ta="start"
                    c="inherit"
                    td="underline"
                    className="wrap-anywhere"
                    onClick={() => question.focus()}
                  >
                    {question.processedTitle}
                  </Anchor>
                )}
                {`: ${said}`}
              </List.Item>
            );
          })}
        </List>
      )}
    </Callout>
  );
}

/** Shows each remark below the title of its field, where the description of the field is. */
function showAtFields(model: Model, { remarks = [] }: RemarksNoteProps['sentBack']): void {
  const said = new Map(remarks.map(({ field, remark }) => [field, remark]));
  model.onUpdateQuestionCssClasses.add((_, { question, cssClasses }) => {
    if (said.has(question.name)) cssClasses.description += ` ${classes['remark']}`;
  });
  for (const [field, remark] of said) {
    const question: Question | null = model.getQuestionByName(field);
    if (question === null) continue;
    const { description } = question;
    question.description = description === '' ? remark : `${description}\n${remark}`;
    question.updateElementCss(true);
  }
}
