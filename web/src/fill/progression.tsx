import { Anchor, Group, Progress, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useReducer } from 'react';
import type { Model } from 'survey-core';
import { useTranslation } from '#web/texts/texts.ts';
import { isLong, type RequiredState, requiredIn } from './left.ts';

/** Shows the page of a form of several pages, and how many required questions of a long form have no answer yet. */
export function Progression({ model }: { readonly model: Model | undefined }) {
  const { t } = useTranslation();
  useAnswersOf(model);
  if (model === undefined || !isLong(model)) return undefined;
  const count = model.visiblePageCount;
  const at = model.currentPageNo + 1;
  const label = t('fill.part', { at, count });
  const required = requiredIn(model);
  const answered = (required.count - required.empty.length) / required.count;
  return (
    <div>
      <Group justify="space-between" gap="xs">
        {count > 1 && (
          <Text size="xs" c="dimmed" role="status">
            {label}
          </Text>
        )}
        <RequiredLeft required={required} />
      </Group>
      {count > 1 && <Progress value={(at / count) * 100} size="sm" mt={4} aria-label={label} />}
      {count === 1 && required.count > 0 && (
        <Progress value={answered * 100} size="sm" mt={4} aria-label={t('fill.answered')} />
      )}
    </div>
  );
}

/** Renders again when an answer changes, or a condition shows or hides a question. */
function useAnswersOf(model: Model | undefined): void {
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    model?.onValueChanged.add(refresh);
    model?.onQuestionVisibleChanged.add(refresh);
    return () => {
      model?.onValueChanged.remove(refresh);
      model?.onQuestionVisibleChanged.remove(refresh);
    };
  }, [model]);
}

/** Leads to the first required question without an answer. Screen readers hear it when they get there, not while typing. */
function RequiredLeft({ required: { count, empty } }: { readonly required: RequiredState }) {
  const { t } = useTranslation();
  const [first] = empty;
  if (count === 0) return undefined;
  if (first === undefined) {
    return (
      <Group gap={4} wrap="nowrap" c="dimmed">
        <IconCheck size={14} aria-hidden />
        <Text size="xs">{t('fill.requiredDone')}</Text>
      </Group>
    );
  }
  return (
    <Anchor component="button" type="button" size="xs" onClick={() => first.focus()}>
      {t('fill.requiredLeft', { count: empty.length })}
    </Anchor>
  );
}
