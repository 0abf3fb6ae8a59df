import { Checkbox, Stack } from '@mantine/core';
import { titleOf } from '#web/builder/definition.ts';
import type { Reference } from '#web/builder/names.ts';

interface FieldChoiceProps {
  readonly label: string;
  readonly fields: readonly Reference[];
  readonly value: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}

/** A form may have hundreds of fields, so that their list is scrolled. */
const HEIGHT = '15rem';

/** Chooses fields of a form. A field that was removed stays chosen under its name. */
export function FieldChoice({ label, fields, value, onChange }: FieldChoiceProps) {
  const known = new Set(fields.map(({ name }) => name));
  const offered = [
    ...fields.map(({ name, field }) => ({ name, title: titleOf(field) })),
    ...value.filter((name) => !known.has(name)).map((name) => ({ name, title: name })),
  ];
  return (
    <Checkbox.Group label={label} value={[...value]} onChange={onChange}>
      <Stack gap="xs" mt="xs" mah={HEIGHT} style={{ overflowY: 'auto' }}>
        {offered.map(({ name, title }) => (
          <Checkbox key={name} value={name} label={title} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
