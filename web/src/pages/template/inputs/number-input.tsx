import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { readNumber, writePlainNumber } from '#kernel/number-text.ts';
import { numberFault } from '#web/survey/number-fault.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface NumberInputProps {
  readonly label?: string;
  readonly 'aria-label'?: string;
  /** A text where an imported definition has one; empty for none. */
  readonly value: number | string | undefined;
  /** An error of the number itself, for example that it is out of range. */
  readonly error?: string | undefined;
  readonly onChange: (value: number | undefined) => void;
}

/**
 * An input for a number as people write it in the language of the screen, like in forms: a browser in another language
 * would read `1,5` as 15. A text with two readings is no number, and the input says so.
 */
export function NumberInput({ value, error, onChange, ...props }: NumberInputProps) {
  const { i18n } = useTranslation();
  const [typed, setTyped] = useState<string>();
  const { language } = i18n;
  // Shows the typed text as long as it equals the stored number: undoing changes the number.
  const kept = value === '' ? undefined : value;
  const isKept = typed !== undefined && numberIn(typed, language) === kept;
  const written = typeof kept === 'number' ? writePlainNumber(kept, language) : (kept ?? '');
  const text = isKept ? typed : written;
  return (
    <TextInput
      {...props}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      error={numberFault(text) ?? error}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(numberIn(currentTarget.value, language));
      }}
    />
  );
}

function numberIn(text: string, language: string): number | undefined {
  const reading = readNumber(text, language);
  return 'value' in reading ? reading.value : undefined;
}
