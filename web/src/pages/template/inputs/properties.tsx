// Inputs for the properties of the open field or page. An empty value is removed from the definition.

import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { LAST_MOMENT } from '#questionnaires/answers/question-rules.ts';
import {
  type Json,
  type JsonObject,
  type Path,
  wordsOf,
  writeWords,
} from '#web/builder/definition.ts';
import { change } from '#web/builder/edit.ts';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { NumberInput } from './number-input.tsx';

export interface PropertyProps {
  readonly path: Path;
  readonly holder: JsonObject;
  readonly name: string;
  readonly label: string;
  readonly description?: string;
}

/** Returns a function that sets a property; consecutive changes are one step of the history. */
export function useProperty(path: Path, name: string): (value: Json | undefined) => void {
  const builder = useBuilder();
  return (value) =>
    builder.edit((now) => change(now, path, { [name]: value }), {
      key: `${path.join('.')} ${name}`,
    });
}

interface TextPropertyProps extends PropertyProps {
  readonly isLong?: boolean;
  readonly type?: 'text' | 'date' | 'time' | 'datetime-local';
  /** The most characters. */
  readonly maxLength?: number;
  /** Gets the focus when the field is added. */
  readonly isFirst?: boolean;
  readonly onBlur?: () => void;
  /** Called for Enter in a text of one line; `isWithCtrl` where Ctrl or the command key was held. */
  readonly onEnter?: (isWithCtrl: boolean) => void;
}

/** Edits a text; of a text in several languages, the default one. */
export function TextProperty(props: TextPropertyProps) {
  const { path, holder, name, label, description, isLong, type, isFirst } = props;
  const { onBlur, onEnter, maxLength } = props;
  const { definition } = useBuilder();
  const set = useProperty(path, name);
  const value = holder[name];
  const shown = wordsOf(value);
  const write = (text: string) => set(writeWords(value, text, definition));
  const common = {
    label,
    description,
    value: shown,
    ...(isFirst && { 'data-at': path.join('.'), 'data-part': 'title' }),
  };
  if (isLong) {
    return (
      <Textarea
        {...common}
        autosize
        minRows={1}
        onChange={({ currentTarget }) => write(currentTarget.value)}
        onBlur={onBlur}
      />
    );
  }
  return (
    <TextInput
      {...common}
      type={type ?? 'text'}
      maxLength={maxLength}
      // Without a maximum the browser allows six digits for the year, and takes the time that is typed after four.
      max={type === 'datetime-local' ? LAST_MOMENT : undefined}
      onChange={({ currentTarget }) => write(currentTarget.value)}
      onBlur={onBlur}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        onEnter?.(event.ctrlKey || event.metaKey);
      }}
      onFocus={({ currentTarget }) => {
        // Typing replaces the first title of a new field at once.
        if (isFirst) currentTarget.select();
      }}
    />
  );
}

interface NumberPropertyProps extends PropertyProps {
  readonly min?: number;
  readonly max?: number;
}

export function NumberProperty({ path, holder, name, label, min, max }: NumberPropertyProps) {
  const { t } = useTranslation();
  const set = useProperty(path, name);
  const value = holder[name];
  const isOutside =
    min !== undefined &&
    max !== undefined &&
    typeof value === 'number' &&
    !(Number.isInteger(value) && value >= min && value <= max);
  return (
    <NumberInput
      label={label}
      value={typeof value === 'number' || typeof value === 'string' ? value : undefined}
      // A value out of range is stored too: the text of an input never changes while somebody types.
      error={isOutside ? t('builder.field.outside', { min, max }) : undefined}
      onChange={set}
    />
  );
}

export function SwitchProperty({ path, holder, name, label, description }: PropertyProps) {
  const set = useProperty(path, name);
  return (
    <Switch
      label={label}
      description={description}
      checked={holder[name] === true}
      onChange={({ currentTarget }) => set(currentTarget.checked ? true : undefined)}
    />
  );
}

interface ChoicePropertyProps extends PropertyProps {
  /** The label of the empty choice. */
  readonly none?: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

/** Chooses one of a few values, or none. */
export function ChoiceProperty(props: ChoicePropertyProps) {
  const { path, holder, name, label, choices, none } = props;
  const { t } = useTranslation();
  const set = useProperty(path, name);
  const value = holder[name];
  return (
    <NativeSelect
      label={label}
      value={value === undefined ? '' : String(value)}
      onChange={({ currentTarget: { value: chosen } }) => set(chosen === '' ? undefined : chosen)}
      data={[{ value: '', label: none ?? t('builder.field.none') }, ...choices]}
    />
  );
}
