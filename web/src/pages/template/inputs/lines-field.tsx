import { Textarea } from '@mantine/core';
import { useState } from 'react';

interface LinesFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly lines: readonly string[];
  readonly onChange: (text: string) => void;
  readonly onStart?: () => void;
  readonly onSettled?: () => void;
}

/** A field with one value per line. The typed text stays as it is until the field is left. */
export function LinesField(props: LinesFieldProps) {
  const { label, description, lines, onChange, onStart, onSettled } = props;
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
      onFocus={onStart}
      onBlur={() => {
        if (typed !== undefined) onSettled?.();
        setTyped(undefined);
      }}
    />
  );
}
