import { NativeSelect } from '@mantine/core';
import { type RefObject, useRef } from 'react';
import { useTranslation } from '#web/texts/texts.ts';

/** A text that can be inserted, and its label. */
export interface Insertion {
  readonly value: string;
  readonly label: string;
}

interface InsertFieldProps<T> {
  readonly insertions: readonly Insertion[];
  /** By default, it says that it inserts a field. */
  readonly label?: string;
  readonly text: TextWithFields<T>;
}

/** Inserts a field's name at the cursor, so that nobody has to know the names. */
export function InsertField<T>({ insertions, label, text }: InsertFieldProps<T>) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      label={label ?? t('builder.calculation.insert')}
      value=""
      disabled={insertions.length === 0}
      onChange={({ currentTarget }) => text.insert(currentTarget.value)}
      data={[{ value: '', label: '…' }, ...insertions]}
    />
  );
}

interface TextWithFields<T> {
  readonly input: RefObject<T | null>;
  /** Remembers the cursor when the input loses the focus. */
  keepCaret(): void;
  insert(what: string): void;
}

export function useTextWithFields<T extends HTMLInputElement | HTMLTextAreaElement>(
  text: string,
  set: (text: string) => void,
): TextWithFields<T> {
  const input = useRef<T>(null);
  // Undefined until the input was used: browsers then report the cursor at the beginning.
  const caret = useRef<readonly [start: number, end: number] | undefined>(undefined);
  return {
    input,
    keepCaret() {
      const { selectionStart: start, selectionEnd: end } = input.current ?? {};
      if (typeof start === 'number' && typeof end === 'number') caret.current = [start, end];
    },
    insert(what) {
      const [start, end] = caret.current ?? [text.length, text.length];
      set(text.slice(0, start) + what + text.slice(end));
      input.current?.focus();
    },
  };
}
