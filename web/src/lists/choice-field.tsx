import { NativeSelect } from '@mantine/core';
import { useTranslation } from '#web/texts/texts.ts';

interface ChoiceFieldProps<V extends string> {
  readonly label: string;
  /** The choice of none, in words; undefined: the label with "any". */
  readonly any?: string;
  readonly value: V | undefined;
  readonly choices: readonly { readonly value: V; readonly label: string }[];
  readonly onChoose: (value: V | undefined) => void;
}

/** Filters by one of a few values, or by none. */
export function ChoiceField<V extends string>(props: ChoiceFieldProps<V>) {
  const { t } = useTranslation();
  const { label, any = t('list.any', { what: label }), value, choices, onChoose } = props;
  return (
    <NativeSelect
      aria-label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        onChoose(choices.find((choice) => choice.value === currentTarget.value)?.value)
      }
      data={[{ value: '', label: any }, ...choices]}
    />
  );
}
