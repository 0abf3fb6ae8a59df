import { NativeSelect } from '@mantine/core';
import { useTranslation } from '../texts.ts';

interface ChoiceFieldProps<V extends string> {
  readonly label: string;
  readonly value: V | undefined;
  readonly choices: readonly { readonly value: V; readonly label: string }[];
  readonly onChoose: (value: V | undefined) => void;
}

/** Filters by one of a few values, or by none. */
export function ChoiceField<V extends string>(props: ChoiceFieldProps<V>) {
  const { label, value, choices, onChoose } = props;
  const { t } = useTranslation();
  return (
    <NativeSelect
      aria-label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        onChoose(choices.find((choice) => choice.value === currentTarget.value)?.value)
      }
      data={[{ value: '', label: t('list.any', { what: label }) }, ...choices]}
    />
  );
}
