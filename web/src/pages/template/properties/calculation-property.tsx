import { SimpleGrid, Stack, Textarea } from '@mantine/core';
import { type Field, type Path, textOf, titleOf } from '#web/builder/definition.ts';
import { numbersIn, referencesAt } from '#web/builder/names.ts';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { InsertField, useTextWithFields } from '#web/pages/template/inputs/insert-field.tsx';
import { ChoiceProperty, useProperty } from '#web/pages/template/inputs/properties.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** Calls that are inserted as they are, with names of fields to replace. */
const CALLS = [
  { name: 'iif', example: "iif({answer} > 5, 'high', 'low')" },
  { name: 'round', example: 'round({answer}, 2)' },
  { name: 'sum', example: 'sum({first}, {second})' },
  { name: 'avg', example: 'avg({first}, {second})' },
  { name: 'min', example: 'min({first}, {second})' },
  { name: 'max', example: 'max({first}, {second})' },
  { name: 'sumInArray', example: "sumInArray({table}, 'column')" },
  { name: 'countInArray', example: "countInArray({table}, 'column')" },
  { name: 'today', example: 'today()' },
  { name: 'age', example: 'age({birthday})' },
  { name: 'dateDiff', example: "dateDiff({from}, {to}, 'days')" },
  { name: 'dateAdd', example: "dateAdd({date}, 12, 'months')" },
  { name: 'displayValue', example: "displayValue('field')" },
] as const;

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
    ...numbersIn(reference.field).map((member) => ({
      value: `sumInArray({${reference.name}}, '${textOf(member['name'])}')`,
      label: t('calculation.sum', {
        table: titleOf(reference.field),
        title: titleOf(member),
      }),
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
        <InsertField
          text={text}
          label={t('calculation.insert')}
          insertions={CALLS.map(({ name, example }) => ({
            value: example,
            label: t('calculation.call', { example, meaning: t(`calculation.functions.${name}`) }),
          }))}
        />
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
