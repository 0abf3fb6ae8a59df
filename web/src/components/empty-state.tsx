import { Group, Stack, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  readonly icon: Icon;
  /** That there is nothing, and of what. */
  readonly title: string;
  /** What it is for, in a sentence. */
  readonly text?: string;
  /** The next step, as a button; a link to the guide. */
  readonly children?: ReactNode;
}

/** In place of a list without entries: what it is for, and the next step. */
export function EmptyState({ icon: EmptyIcon, title, text, children }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" className={classes['empty']}>
      <EmptyIcon size={32} stroke={1.5} aria-hidden />
      <Text fw={550}>{title}</Text>
      {text !== undefined && (
        <Text c="dimmed" maw="32rem">
          {text}
        </Text>
      )}
      {children !== undefined && (
        <Group justify="center" mt="xs">
          {children}
        </Group>
      )}
    </Stack>
  );
}
