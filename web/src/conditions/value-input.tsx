import { NativeSelect, TextInput } from '@mantine/core';
import type { AnswerField } from '#answer-tables/app-types.ts';
import type { InputType } from './typed-condition.ts';

interface ValueInputProps {
  readonly type: InputType;
  /** What a `choice` is chosen from. */
  readonly choices: AnswerField['choices'];
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The input for a value that answers to a field are compared with. */
export function ValueInput({ type, choices, label, value, onChange }: ValueInputProps) {
  if (type === 'choice') {
    return (
      <NativeSelect
        label={label}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        data={choices.map((choice) => ({ value: choice.value, label: choice.text }))}
      />
    );
  }
  return (
    <TextInput
      label={label}
      type={type}
      {...(type === 'number' && { step: 'any' })}
      maxLength={200}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
