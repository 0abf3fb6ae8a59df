import { Stack, TextInput } from '@mantine/core';
import { childrenOf, type Field, type Path, textOf, titleOf } from '#web/builder/definition.ts';
import { InsertField, useTextWithFields } from '#web/pages/template/inputs/insert-field.tsx';
import { useProperty } from '#web/pages/template/inputs/properties.tsx';
import { useTranslation } from '#web/texts/texts.ts';

interface EntryTitleProps {
  readonly path: Path;
  readonly field: Field;
  readonly label: string;
}

/** Edits the title of the entries of a repeating section, which may contain answers of the entry. */
export function EntryTitle({ path, field, label }: EntryTitleProps) {
  const { t } = useTranslation();
  const set = useProperty(path, 'templateTitle');
  const shown = textOf(field['templateTitle']);
  const write = (typed: string) => set(typed === '' ? undefined : typed);
  const text = useTextWithFields<HTMLInputElement>(shown, write);
  return (
    <Stack gap="xs">
      <TextInput
        ref={text.input}
        onBlur={text.keepCaret}
        label={label}
        description={t('builder.field.entryTitleHint', { example: '{panelIndex}' })}
        value={shown}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
      <InsertField
        text={text}
        insertions={childrenOf(field).map((inner) => ({
          value: `{panel.${inner.name}}`,
          label: titleOf(inner),
        }))}
      />
    </Stack>
  );
}
