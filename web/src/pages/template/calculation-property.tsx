import { NativeSelect, SimpleGrid, Stack, Textarea } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Field, type Path, textOf, titleOf } from '../../builder/definition.ts';
import { membersOf, referencesAt } from '../../builder/names.ts';
import { useBuilder } from './builder-context.ts';
import { ChoiceProperty, useProperty } from './properties.tsx';

interface CalculationPropertyProps {
  readonly path: Path;
  readonly field: Field;
}

/** What is calculated, with the fields that it can be calculated of. */
export function CalculationProperty({ path, field }: CalculationPropertyProps) {
  const { t } = useTranslation();
  const { definition } = useBuilder();
  const set = useProperty(path, 'expression');
  const input = useRef<HTMLTextAreaElement>(null);
  const text = textOf(field['expression']);
  const insertions = referencesAt(definition, path).flatMap((reference) => [
    { value: `{${reference.name}}`, label: titleOf(reference.field) },
    ...membersOf(reference.field).map((member) => ({
      value: `sumInArray({${reference.name}}, '${member}')`,
      label: `Σ ${titleOf(reference.field)}: ${member}`,
    })),
  ]);
  const insert = (what: string) => {
    const { selectionStart: start = text.length, selectionEnd: end = start } = input.current ?? {};
    set(text.slice(0, start) + what + text.slice(end));
    input.current?.focus();
  };
  return (
    <Stack gap="xs">
      <Textarea
        ref={input}
        label={t('builder.calculation.label')}
        description={t('builder.calculation.hint', { example: '{width} * {height}' })}
        autosize
        minRows={2}
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => set(currentTarget.value || undefined)}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label={t('builder.calculation.insert')}
          value=""
          disabled={insertions.length === 0}
          onChange={({ currentTarget }) => insert(currentTarget.value)}
          data={[{ value: '', label: '…' }, ...insertions]}
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
