import { Progress, Stack, Text } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './checklist.module.css';
import { LinkAnchor } from './link-anchor.tsx';

export interface ChecklistItem {
  readonly id: string;
  readonly label: string;
  /** The reason to do this step. */
  readonly hint: string;
  /** Where the step is done. */
  readonly link: Pick<LinkProps, 'to' | 'search'>;
  /** Computed from what has really happened; nobody ticks it by hand. */
  readonly isDone: boolean;
}

interface ChecklistProps {
  readonly label: string;
  readonly items: readonly ChecklistItem[];
}

/** Steps in their order, each a link to where it is done, and how many are done. */
export function Checklist({ label, items }: ChecklistProps) {
  const { t } = useTranslation();
  const done = items.filter(({ isDone }) => isDone).length;
  return (
    <Stack gap="sm" maw="44rem">
      <Text size="sm" c="dimmed">
        {t('common.stepsDone', { done, total: items.length })}
      </Text>
      <Progress value={(done / items.length) * 100} size="sm" aria-label={label} />
      <ol className={classes['list']} aria-label={label}>
        {items.map(({ id, label: step, hint, link, isDone }) => (
          <li key={id} data-done={isDone}>
            {isDone ? (
              <IconCircleCheckFilled size={20} role="img" aria-label={t('common.done')} />
            ) : (
              <IconCircle size={20} role="img" aria-label={t('common.toDo')} />
            )}
            <div>
              <LinkAnchor {...link} fw={550}>
                {step}
              </LinkAnchor>
              <Text size="sm" c="dimmed">
                {hint}
              </Text>
            </div>
          </li>
        ))}
      </ol>
    </Stack>
  );
}
