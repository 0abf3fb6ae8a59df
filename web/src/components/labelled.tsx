import { Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface LabelledProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** Read-only content under a label. */
export function Labelled({ label, children }: LabelledProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
    <div role="group" aria-labelledby={id}>
      <Text id={id} size="sm" fw={500} mb={4}>
        {label}
      </Text>
      {children}
    </div>
  );
}
