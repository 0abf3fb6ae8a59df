import { MultiSelect } from '@mantine/core';
import { titleOf } from '#web/builder/definition.ts';
import type { Reference } from '#web/builder/names.ts';

interface FieldChoiceProps {
  readonly label: string;
  readonly fields: readonly Reference[];
  readonly value: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}

/** Chooses fields of a form. A field that is gone stays chosen under its name. */
export function FieldChoice({ label, fields, value, onChange }: FieldChoiceProps) {
  const known = new Set(fields.map(({ name }) => name));
  return (
    <MultiSelect
      label={label}
      value={[...value]}
      onChange={onChange}
      searchable
      comboboxProps={{ withinPortal: true }}
      data={[
        ...fields.map(({ name, field }) => ({ value: name, label: titleOf(field) })),
        ...value.filter((name) => !known.has(name)).map((name) => ({ value: name, label: name })),
      ]}
    />
  );
}
