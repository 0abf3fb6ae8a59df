import { Box, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
}

/** A list of names and values. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: 3 }} m={0}>
      {facts.map(({ name, value }) => (
        <Box key={name}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0} className="wrap-anywhere">
            {value}
          </Text>
        </Box>
      ))}
    </SimpleGrid>
  );
}
