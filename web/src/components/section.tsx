import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './section.module.css';

interface SectionProps {
  readonly title: string;
  readonly lead?: string;
  /** Shown beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a screen, separated by a line and space, so that a table in it is not a box inside a box. */
export function Section({ title, lead, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes['section']}>
      <Stack gap="sm">
        <Group justify="space-between" mih="var(--tap)">
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          {actions}
        </Group>
        {lead !== undefined && (
          <Text c="dimmed" maw="44rem" mt={-8}>
            {lead}
          </Text>
        )}
        {children}
      </Stack>
    </section>
  );
}
