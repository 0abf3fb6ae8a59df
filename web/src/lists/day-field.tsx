import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAfterPause } from './use-after-pause.ts';

interface DayFieldProps {
  readonly label: string;
  /** The value in the URL. */
  readonly value: string | undefined;
  readonly onChoose: (day: string | undefined) => void;
}

const PAUSE_MS = 300;
/** The width of the label before the day, in rem: its padding, and the width of each letter. */
const LABEL_START = 1.25;
const LABEL_LETTER = 0.42;
/** The width of a day with the picture that opens the calendar, in rem. */
const DAY = 9;

/**
 * Filters by a day, after a pause in typing. While a year is being typed, each digit makes another valid day, and
 * taking that over from the URL a moment later would interrupt the typing.
 */
export function DayField({ label, value, onChoose }: DayFieldProps) {
  const [text, setText] = useState(value ?? '');
  const [known, setKnown] = useState(value);
  const chooseSoon = useAfterPause(onChoose, PAUSE_MS);
  if (value !== known) {
    setKnown(value);
    if (value === undefined) setText(''); // the filters were cleared
  }
  const labelWidth = LABEL_START + label.length * LABEL_LETTER;
  return (
    <TextInput
      type="date"
      miw={`${labelWidth + DAY}rem`}
      aria-label={label}
      leftSection={
        <Text span size="xs" c="dimmed" aria-hidden>
          {label}
        </Text>
      }
      leftSectionWidth={`${labelWidth}rem`}
      leftSectionPointerEvents="none"
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        chooseSoon(currentTarget.value || undefined);
      }}
    />
  );
}
