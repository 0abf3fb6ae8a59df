// Stored answers name a choice by its value, so the value must outlive a changed text. This editor keeps the two apart.
import { Box, Button, Group, Text, TextInput } from '@mantine/core';
import { IconClipboardText, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { type Choice, readChoices, writeChoices } from '#web/builder/choices.ts';
import type { Field, Path } from '#web/builder/definition.ts';
import { keyOfPlace } from '#web/builder/key-of-place.ts';
import { freshName } from '#web/builder/names.ts';
import { setChoiceValue } from '#web/builder/rename-choice.ts';
import { followChoiceText } from '#web/builder/retitle.ts';
import classes from '#web/pages/template/editing/builder.module.css';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { LineActions, reordered } from '#web/pages/template/inputs/line-actions.tsx';
import { PasteDialog } from '#web/pages/template/inputs/paste-dialog.tsx';
import { useProperty } from '#web/pages/template/inputs/properties.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { ChoicePicture } from './choice-picture.tsx';

/** Edits the choices of a question: the text that people read and the value that is stored. */
export function ChoicesEditor({ path, field }: { readonly path: Path; readonly field: Field }) {
  const { t } = useTranslation();
  const builder = useBuilder();
  const set = useProperty(path, 'choices');
  const [isPasting, setPasting] = useState(false);
  const [isUnreadable, setUnreadable] = useState(false);
  const hasPictures = field.type === 'imagepicker';
  const choices = readChoices(field['choices']);
  const write = (next: readonly Choice[]) => set(writeChoices(next, builder.definition));
  // What a new field starts with, as long as nobody has changed it or answered with it.
  const arePlaceholders = choices.every(
    ({ value, text, kept }, i) =>
      value === t('builder.firstChoice', { number: i + 1 }) &&
      (text === '' || text === value) &&
      Object.keys(kept).length === 0 &&
      !builder.published.hasChoice(field.name, value),
  );
  const twice = choices.find(({ value }, i) => choices.findIndex((c) => c.value === value) < i);
  const setValue = (i: number, value: string) =>
    builder.edit((now) => setChoiceValue(now, path, i, value), {
      key: `${path.join('.')} choices`,
    });
  const follow = (i: number) => {
    builder.edit((now) => followChoiceText(now, path, i, builder.published), {
      key: `${path.join('.')} choices`,
    });
  };
  const add = () => {
    const taken = new Set(choices.map(({ value }) => value.toLowerCase()));
    const text = t('builder.firstChoice', { number: choices.length + 1 });
    write([...choices, { value: freshName(text, taken), text: '', kept: {} }]);
  };
  return (
    <fieldset className={classes['lines']}>
      <legend className={classes['legend']}>{t('builder.choices.title')}</legend>
      {choices.length > 0 && (
        <Text size="xs" c="dimmed" visibleFrom="xs">
          {t('outline.storedHint')}
        </Text>
      )}
      {choices.length > 0 && (
        <Group gap="xs" wrap="nowrap" visibleFrom="xs" aria-hidden>
          <Text flex={1} size="xs" c="dimmed">
            {t('builder.choices.textHeader')}
          </Text>
          <Text flex={1} size="xs" c="dimmed">
            {t('builder.choices.valueHeader')}
          </Text>
          <Box w="6.5rem" />
        </Group>
      )}
      {choices.map((choice, i) => (
        <ChoiceLine
          key={keyOfPlace(i)}
          index={i}
          choice={choice}
          actions={
            <LineActions
              index={i}
              count={choices.length}
              labels={{
                up: t('builder.choices.up', { number: i + 1 }),
                down: t('builder.choices.down', { number: i + 1 }),
                remove: t('builder.choices.remove', { number: i + 1 }),
              }}
              onMove={(to) => write(reordered(choices, i, to))}
              onRemove={() => write(choices.toSpliced(i, 1))}
            />
          }
          onChange={(changed) => write(choices.with(i, changed))}
          isKept={builder.published.hasChoice(field.name, choice.value)}
          onTitled={() => follow(i)}
          onValue={(value) => setValue(i, value)}
          picture={
            hasPictures && (
              <ChoicePicture
                number={i + 1}
                picture={choice.kept['imageLink']}
                onPicture={(imageLink) => {
                  setUnreadable(false);
                  write(choices.with(i, { ...choice, kept: { ...choice.kept, imageLink } }));
                }}
                onUnreadable={() => setUnreadable(true)}
              />
            )
          }
        />
      ))}
      {choices.some(({ value }) => builder.published.hasChoice(field.name, value)) && (
        <Text c="dimmed" size="sm">
          {t('builder.choices.kept')}
        </Text>
      )}
      {isUnreadable && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {t('fields.picture.unreadable')}
        </Text>
      )}
      {twice !== undefined && (
        <Text c="var(--mantine-color-error)" size="sm" role="status">
          {t('builder.choices.twice', { value: twice.value })}
        </Text>
      )}
      {choices.some(({ value }) => value === '') && (
        <Text c="var(--mantine-color-error)" size="sm" role="status">
          {t('builder.choices.empty')}
        </Text>
      )}
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={add}
        >
          {t('builder.choices.add')}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconClipboardText size={16} aria-hidden />}
          onClick={() => setPasting(true)}
        >
          {t('builder.choices.paste')}
        </Button>
      </Group>
      {isPasting && (
        <PasteDialog
          existing={arePlaceholders ? [] : choices}
          onAdd={(added) => write(arePlaceholders ? added : [...choices, ...added])}
          onClose={() => setPasting(false)}
        />
      )}
    </fieldset>
  );
}

interface ChoiceLineProps {
  readonly index: number;
  readonly choice: Choice;
  readonly actions: ReactNode;
  /** False for choices without pictures. */
  readonly picture: ReactNode;
  readonly onChange: (choice: Choice) => void;
  /** Answers are stored under this value, so it cannot be changed. */
  readonly isKept: boolean;
  /** Called when the text was changed while it was the value too. */
  readonly onTitled: () => void;
  readonly onValue: (value: string) => void;
}

function ChoiceLine(props: ChoiceLineProps) {
  const { index, choice, actions, picture, isKept, onChange, onTitled, onValue } = props;
  const { t } = useTranslation();
  const number = index + 1;
  const { value, text } = choice;
  const [typed, setTyped] = useState<string>();
  const [typedValue, setTypedValue] = useState<string>();
  // While text and value are the same, a new text becomes the value too, but only when the input is left: references
  // must not follow a half-typed value.
  const isOne = useRef(false);
  return (
    <Group gap="xs" wrap="nowrap">
      {picture}
      <Box flex={1} miw={0}>
        <TextInput
          aria-label={t('builder.choices.text', { number })}
          value={typed ?? (text || value)}
          onFocus={() => {
            isOne.current = text === '' || text === value;
          }}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            onChange({ ...choice, text: currentTarget.value });
          }}
          onBlur={() => {
            if (typed !== undefined && isOne.current) onTitled();
            setTyped(undefined);
          }}
        />
      </Box>
      <Box flex={1} miw={0} visibleFrom="xs">
        <TextInput
          aria-label={t('builder.choices.value', { number })}
          value={typedValue ?? value}
          readOnly={isKept}
          variant={isKept ? 'filled' : 'default'}
          onChange={({ currentTarget }) => setTypedValue(currentTarget.value)}
          onBlur={() => {
            if (typedValue !== undefined && typedValue !== value) onValue(typedValue);
            setTypedValue(undefined);
          }}
        />
      </Box>
      {actions}
    </Group>
  );
}
