import { Container, Group, Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useLayoutEffect } from 'react';
import { LanguagePicker } from './language-picker.tsx';

interface FrontProps {
  readonly title: string;
  readonly lead?: string;
  /** For text that is read rather than filled in. */
  readonly width?: string;
  readonly children: ReactNode;
}

/** Around the pages that strangers see. They begin with a form, which takes the focus itself. */
export function Front({ title, lead, width = '30rem', children }: FrontProps) {
  useLayoutEffect(() => {
    document.title = `${title} – Formstead`;
  }, [title]);
  return (
    <Container component="main" size={width} py={{ base: 'lg', sm: '4rem' }}>
      <Group justify="space-between" mb="md">
        <Group gap="xs">
          <img src="/icon.svg" alt="" width={28} height={28} />
          <Text fw={600}>Formstead</Text>
        </Group>
        <LanguagePicker />
      </Group>
      <Paper withBorder p={{ base: 'md', sm: 'xl' }}>
        <Title order={1} size="h2" className="wrap-anywhere" mb={lead === undefined ? 'md' : 4}>
          {title}
        </Title>
        {lead !== undefined && (
          <Text c="dimmed" mb="md">
            {lead}
          </Text>
        )}
        {children}
      </Paper>
    </Container>
  );
}
