import { Text } from '@mantine/core';
import { IconMessage, IconPencilCheck } from '@tabler/icons-react';
import type { Form } from '#web/api/forms.ts';
import { StateBadge } from '#web/components/state-badge.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './answers.module.css';

/** What a review says of one answer. */
export interface Mark {
  readonly isChanged: boolean;
  readonly remark: string | undefined;
}

/** By the names of the questions. */
export type Marks = ReadonlyMap<string, Mark>;

/** Returns what the review of a form says of its answers. */
export function marksOf({ review }: Pick<Form, 'review'>): Marks {
  const { changed = [], remarks = [] } = review ?? {};
  const said = new Map(remarks.map(({ field, remark }) => [field, remark]));
  const names = new Set([...changed, ...said.keys()]);
  return new Map(
    [...names].map((name) => [name, { isChanged: changed.includes(name), remark: said.get(name) }]),
  );
}

/** Says below an answer that it has changed since it was sent back, and what the reviewer remarked. */
export function AnswerMark({ mark: { isChanged, remark } }: { readonly mark: Mark }) {
  const { t } = useTranslation();
  return (
    <div className={classes['mark']}>
      {isChanged && (
        <StateBadge tone="blue" icon={IconPencilCheck}>
          {t('reviews.changedMark')}
        </StateBadge>
      )}
      {remark !== undefined && (
        <Text component="span" size="sm">
          <IconMessage size={14} aria-hidden /> {remark}
        </Text>
      )}
    </div>
  );
}
