import { NativeSelect, TextInput } from '@mantine/core';
import { LAST_MOMENT } from '#questionnaires/answers/question-rules.ts';
import { readChoices } from '#web/builder/choices.ts';
import type { ConditionValue } from '#web/builder/conditions.ts';
import type { Field } from '#web/builder/definition.ts';
import { hasChoices } from '#web/builder/kinds.ts';
import { NumberInput } from '#web/pages/template/inputs/number-input.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** Returns the value with which a new condition on this field starts. */
export function startingValue(field: Field | undefined): ConditionValue {
  if (field?.type === 'boolean') return true;
  if (field !== undefined && hasChoices(field.type)) {
    return readChoices(field['choices'])[0]?.value ?? '';
  }
  return isNumber(field) ? 0 : '';
}

const isNumber = (field: Field | undefined): boolean =>
  field?.type === 'rating' ||
  field?.type === 'slider' ||
  field?.type === 'expression' ||
  field?.['inputType'] === 'number';

const TIMES = ['date', 'time', 'datetime-local'] as const;

interface ConditionValueFieldProps {
  readonly label: string;
  readonly field: Field | undefined;
  readonly value: ConditionValue;
  readonly error?: string | false;
  readonly onChange: (value: ConditionValue) => void;
}

/** The input for the value of a condition, of the same kind as the field itself. */
export function ConditionValueField(props: ConditionValueFieldProps) {
  const { label, field, value, error, onChange } = props;
  const { t } = useTranslation();
  if (field?.type === 'boolean') {
    return (
      <NativeSelect
        aria-label={label}
        value={String(value)}
        onChange={({ currentTarget }) => onChange(currentTarget.value === 'true')}
        data={[
          { value: 'true', label: t('builder.when.yes') },
          { value: 'false', label: t('builder.when.no') },
        ]}
      />
    );
  }
  if (field !== undefined && hasChoices(field.type)) {
    const choices = readChoices(field['choices']).map((choice) => ({
      value: choice.value,
      label: choice.text || choice.value,
    }));
    const isKnown = choices.some((choice) => choice.value === String(value));
    return (
      <NativeSelect
        aria-label={label}
        error={error}
        value={String(value)}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        data={isKnown ? choices : [{ value: String(value), label: String(value) }, ...choices]}
      />
    );
  }
  if (isNumber(field) && typeof value !== 'boolean') {
    return (
      <NumberInput
        aria-label={label}
        error={error || undefined}
        value={value}
        onChange={(number) => onChange(number ?? '')}
      />
    );
  }
  const type = TIMES.find((each) => each === field?.['inputType']) ?? 'text';
  return (
    <TextInput
      aria-label={label}
      error={error}
      type={type}
      // Without a maximum the browser allows six digits for the year, and takes the time that is typed after four.
      max={type === 'datetime-local' ? LAST_MOMENT : undefined}
      value={String(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
