import { Group, Stack, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  readonly icon: Icon;
  /** Says that the list is empty, and of what. */
  readonly title: string;
  /** Explains in a sentence what the list is for. */
  readonly text?: string;
  /** A button for the next step, or a link to the documentation. */
  readonly children?: ReactNode;
}

/** Shown instead of a list without entries: its purpose and the next step. */
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
