import { SimpleGrid, TextInput } from '@mantine/core';
import { countLimits, MAX_UNIT_LENGTH } from '#questionnaires/definition/limits.ts';
import { type JsonObject, wordsOf, writeWords } from '#web/builder/definition.ts';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { NumberInput } from '#web/pages/template/inputs/number-input.tsx';
import { useTranslation } from '#web/texts/texts.ts';

interface ColumnNumbersProps {
  readonly column: JsonObject;
  readonly onChange: (properties: JsonObject) => void;
}

const { min: FEWEST, max: MOST } = countLimits('decimals');

/** Edits the unit and the decimals of a column of numbers. */
export function ColumnNumbers({ column, onChange }: ColumnNumbersProps) {
  const { t } = useTranslation();
  const { definition } = useBuilder();
  const { unit, decimals } = column;
  const isOutside =
    typeof decimals === 'number' &&
    !(Number.isInteger(decimals) && decimals >= FEWEST && decimals <= MOST);
  return (
    <SimpleGrid cols={2}>
      <TextInput
        label={t('fields.property.unit')}
        maxLength={MAX_UNIT_LENGTH}
        value={wordsOf(unit)}
        onChange={({ currentTarget }) =>
          onChange({ unit: writeWords(unit, currentTarget.value, definition) })
        }
      />
      <NumberInput
        label={t('fields.property.decimals')}
        value={typeof decimals === 'number' ? decimals : undefined}
        error={isOutside ? t('builder.field.outside', { min: FEWEST, max: MOST }) : undefined}
        onChange={(value) => onChange({ decimals: value })}
      />
    </SimpleGrid>
  );
}
