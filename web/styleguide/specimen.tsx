import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface SpecimenProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** One state of a part, with its name above it. */
export function Specimen({ label, children }: SpecimenProps) {
  return (
    <Stack gap={4}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <div>{children}</div>
    </Stack>
  );
}
