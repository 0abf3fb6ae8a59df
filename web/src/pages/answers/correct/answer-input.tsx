import { Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { type JsonValue, textOf } from '#kernel/json.ts';
import type { AppAnswer } from '#web/api/corrections.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { type Typed, toggled, UNLISTED } from './typed.ts';

interface AnswerInputProps {
  readonly answer: AppAnswer;
  readonly typed: Typed;
  /** The stored answer as the table shows it. */
  readonly shown: string;
  /** The text of what is wrong with the answer. */
  readonly fault: string | undefined;
  readonly onType: (typed: Typed) => void;
}

const TYPES = {
  date: 'date',
  'date-time': 'datetime-local',
  time: 'time',
  month: 'month',
  week: 'week',
} as const;

/** The control of the kind of answer. */
export function AnswerInput({ answer, typed, shown, fault, onType }: AnswerInputProps) {
  const { t } = useTranslation();
  const { control, title, unit, choices } = answer;
  const label = unit === undefined ? title : t('correct.withUnit', { title, unit });
  const text = typeof typed === 'string' ? typed : '';
  const shared = { label, value: text, error: fault, 'data-autofocus': true };
  switch (control) {
    case 'choice':
      return (
        <NativeSelect
          {...shared}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
          data={[
            { value: '', label: t('correct.none') },
            ...(text === UNLISTED
              ? [{ value: UNLISTED, label: t('correct.current', { text: shown }) }]
              : []),
            ...choices.map((choice, at) => ({ value: String(at), label: choice.text })),
          ]}
        />
      );
    case 'choices':
      return (
        <Choices
          {...{ answer, label, fault }}
          chosen={typeof typed === 'string' ? [] : typed}
          onChoose={onType}
        />
      );
    case 'lines':
      return (
        <Textarea
          {...shared}
          description={t('correct.lines')}
          autosize
          minRows={3}
          maxRows={10}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        />
      );
    case 'number':
    case 'text':
      return (
        <TextInput
          {...shared}
          {...(control === 'number' && { inputMode: 'decimal' })}
          autoComplete="off"
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        />
      );
    case undefined:
      return undefined;
    default:
      return (
        <TextInput
          {...shared}
          type={TYPES[control]}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        />
      );
  }
}

interface ChoicesProps extends Pick<AnswerInputProps, 'answer' | 'fault'> {
  readonly label: string;
  readonly chosen: readonly JsonValue[];
  readonly onChoose: (chosen: readonly JsonValue[]) => void;
}

function Choices({ answer, label, fault, chosen, onChoose }: ChoicesProps) {
  const keys = new Set(chosen.map((value) => JSON.stringify(value)));
  const known = new Set(answer.choices.map(({ value }) => JSON.stringify(value)));
  // A choice that the form no longer offers stays until somebody takes it away.
  const others = chosen.filter((value) => !known.has(JSON.stringify(value)));
  const all = [...answer.choices, ...others.map((value) => ({ value, text: textOf(value) }))];
  return (
    <Checkbox.Group
      label={label}
      error={fault}
      value={[...keys]}
      // Each box reports its own change: the choice "None" excludes all others.
      onChange={() => undefined}
    >
      <Stack gap="xs" mt={4}>
        {all.map(({ value, text }, at) => (
          <Checkbox
            key={JSON.stringify(value)}
            value={JSON.stringify(value)}
            label={text}
            onClick={() => onChoose(toggled(answer, chosen, value))}
            {...(at === 0 && { 'data-autofocus': true })}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
