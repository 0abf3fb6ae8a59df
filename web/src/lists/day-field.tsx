import { Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

interface DayFieldProps {
  readonly label: string;
  /** What the address says. */
  readonly value: string | undefined;
  readonly onChoose: (day: string | undefined) => void;
}

const PAUSE_MS = 300;
/** The room of the label before the day, in rem: around it, and for each of its letters. */
const LABEL_START = 1.25;
const LABEL_LETTER = 0.42;

/**
 * Filters by a day once there is a pause in the typing: with each digit of the year there is another whole
 * day, and who is told of one by the address a moment later has to begin anew.
 */
export function DayField({ label, value, onChoose }: DayFieldProps) {
  const [text, setText] = useState(value ?? '');
  const [known, setKnown] = useState(value);
  const chooseSoon = useDebouncedCallback(onChoose, PAUSE_MS);
  if (value !== known) {
    setKnown(value);
    if (value === undefined) setText(''); // the filters were taken away
  }
  return (
    <TextInput
      type="date"
      aria-label={label}
      leftSection={
        <Text span size="xs" c="dimmed" aria-hidden>
          {label}
        </Text>
      }
      leftSectionWidth={`${LABEL_START + label.length * LABEL_LETTER}rem`}
      leftSectionPointerEvents="none"
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        chooseSoon(currentTarget.value || undefined);
      }}
    />
  );
}
