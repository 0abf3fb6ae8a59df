import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { numberFault } from '../../survey/number-fault.ts';
import { readNumber, writeNumber } from '../../survey/number-text.ts';
import { useTranslation } from '../../texts.ts';

interface NumberInputProps {
  readonly label?: string;
  readonly 'aria-label'?: string;
  /** Text, where a definition that was brought has one; empty is none. */
  readonly value: number | string | undefined;
  /** What is wrong with the number itself. */
  readonly error?: string | undefined;
  readonly onChange: (value: number | undefined) => void;
}

/**
 * A number as people write it in the language of the page, as forms have it: browsers take `1,5` for 15 where theirs is
 * another one. What could be two numbers is none, and said so.
 */
export function NumberInput({ value, error, onChange, ...props }: NumberInputProps) {
  const { i18n } = useTranslation();
  const [typed, setTyped] = useState<string>();
  const { language } = i18n;
  // It stands as it was typed for as long as it says what is kept: undoing brings another number.
  const kept = value === '' ? undefined : value;
  const isKept = typed !== undefined && numberIn(typed, language) === kept;
  const written = typeof kept === 'number' ? writeNumber(kept, language) : (kept ?? '');
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
