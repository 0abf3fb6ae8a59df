import { SimpleGrid, Stack, Textarea } from '@mantine/core';
import { type Field, type Path, textOf, titleOf } from '#web/builder/definition.ts';
import { membersOf, referencesAt } from '#web/builder/names.ts';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { InsertField, useTextWithFields } from '#web/pages/template/inputs/insert-field.tsx';
import { ChoiceProperty, useProperty } from '#web/pages/template/inputs/properties.tsx';
import { useTranslation } from '#web/texts/texts.ts';

interface CalculationPropertyProps {
  readonly path: Path;
  readonly field: Field;
}

/** Edits the expression of a calculation, with a list of the fields that it can use. */
export function CalculationProperty({ path, field }: CalculationPropertyProps) {
  const { t } = useTranslation();
  const { definition } = useBuilder();
  const set = useProperty(path, 'expression');
  const shown = textOf(field['expression']);
  const text = useTextWithFields<HTMLTextAreaElement>(shown, set);
  const insertions = referencesAt(definition, path).flatMap((reference) => [
    { value: `{${reference.name}}`, label: titleOf(reference.field) },
    ...membersOf(reference.field).map((member) => ({
      value: `sumInArray({${reference.name}}, '${member}')`,
      label: `Σ ${titleOf(reference.field)}: ${member}`,
    })),
  ]);
  return (
    <Stack gap="xs">
      <Textarea
        ref={text.input}
        onBlur={text.keepCaret}
        label={t('builder.calculation.label')}
        description={t('builder.calculation.hint', { example: '{width} * {height}' })}
        autosize
        minRows={2}
        spellCheck={false}
        value={shown}
        onChange={({ currentTarget }) => set(currentTarget.value || undefined)}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <InsertField text={text} insertions={insertions} />
        <ChoiceProperty
          path={path}
          holder={field}
          name="displayStyle"
          label={t('builder.calculation.display')}
          none={t('builder.calculation.none')}
          choices={[
            { value: 'decimal', label: t('builder.calculation.decimal') },
            { value: 'percent', label: t('builder.calculation.percent') },
          ]}
        />
      </SimpleGrid>
    </Stack>
  );
}
