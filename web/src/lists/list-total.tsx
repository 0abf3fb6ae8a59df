import { Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

interface ListTotalProps {
  /** The number of all entries; undefined while it is not known. */
  readonly total: number | undefined;
  /** Says the total. */
  readonly children: ReactNode;
}

/** Says below a list how many entries it has. The empty state says that there are none, but it is not read out. */
export function ListTotal({ total, children }: ListTotalProps) {
  return (
    <div role="status">
      {total === 0 ? (
        <VisuallyHidden>{children}</VisuallyHidden>
      ) : (
        <Text size="xs" c="dimmed">
          {children}
        </Text>
      )}
    </div>
  );
}
