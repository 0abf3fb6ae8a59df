import { NativeSelect, TextInput } from '@mantine/core';
import type { AnswerField } from '#answer-tables/app-types.ts';
import { isRelative, RELATIVE_DAYS } from '#kernel/relative-days.ts';
import { useTranslation } from '#web/texts/texts.ts';
import type { InputType } from './typed-condition.ts';

interface ValueInputProps {
  readonly type: InputType;
  /** Of a `date`: days that move on with the calendar, such as last week, can be chosen too. */
  readonly hasWords: boolean;
  /** What a `choice` is chosen from. */
  readonly choices: AnswerField['choices'];
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The input for a value that answers to a field are compared with. */
export function ValueInput({ type, hasWords, choices, label, value, onChange }: ValueInputProps) {
  if (type === 'choice') {
    return (
      <NativeSelect
        label={label}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        data={choices.map((choice) => ({ value: choice.value, label: choice.text }))}
      />
    );
  }
  return (
    <>
      {type === 'date' && hasWords && <Word value={value} onChange={onChange} />}
      {!isRelative(value) && (
        <TextInput
          label={label}
          type={type}
          {...(type === 'number' && { step: 'any' })}
          maxLength={200}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </>
  );
}

function Word({ value, onChange }: Pick<ValueInputProps, 'value' | 'onChange'>) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      label={t('answers.when')}
      value={isRelative(value) ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { value: '', label: t('answers.oneDay') },
        ...RELATIVE_DAYS.map((word) => ({ value: word, label: t(`answers.days.${word}`) })),
      ]}
    />
  );
}
