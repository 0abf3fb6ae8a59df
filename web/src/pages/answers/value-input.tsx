import { NativeSelect, TextInput } from '@mantine/core';
import type { AnswerField } from '#forms/app-types.ts';
import type { Operator } from './conditions.ts';

interface ValueInputProps {
  readonly field: AnswerField;
  readonly op: Operator;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The input for a value that answers to a field are compared with. */
export function ValueInput({ field, op, label, value, onChange }: ValueInputProps) {
  if (field.kind === 'choice') {
    return (
      <NativeSelect
        label={label}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        data={field.choices.map((choice) => ({ value: choice.value, label: choice.text }))}
      />
    );
  }
  return (
    <TextInput
      label={label}
      type={typeOf(field.kind, op)}
      {...(typeOf(field.kind, op) === 'number' && { step: 'any' })}
      maxLength={200}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function typeOf(kind: AnswerField['kind'], op: Operator): 'text' | 'number' | 'date' | 'time' {
  if (op === 'last') return 'number';
  if (kind === 'date' || kind === 'time') return kind;
  if (kind === 'number' || kind === 'rows') return 'number';
  return kind === 'any' && op !== 'contains' ? 'number' : 'text';
}
