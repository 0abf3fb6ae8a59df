import { Textarea } from '@mantine/core';
import { useState } from 'react';

interface LinesFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly lines: readonly string[];
  readonly onChange: (text: string) => void;
}

/** Several values, one a line. What is being typed stays as it is until the field is left. */
export function LinesField({ label, description, lines, onChange }: LinesFieldProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <Textarea
      label={label}
      description={description}
      autosize
      minRows={2}
      maxRows={10}
      value={typed ?? lines.join('\n')}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(currentTarget.value);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
