import { NativeSelect } from '@mantine/core';
import { type RefObject, useRef } from 'react';
import { useTranslation } from '../../texts.ts';

/** What can be put into a text, and what it is called. */
export interface Insertion {
  readonly value: string;
  readonly label: string;
}

interface InsertFieldProps<T> {
  readonly insertions: readonly Insertion[];
  readonly text: TextWithFields<T>;
}

/** Puts the name of a field where the cursor stands in a text, so that nobody has to know names. */
export function InsertField<T>({ insertions, text }: InsertFieldProps<T>) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      label={t('builder.calculation.insert')}
      value=""
      disabled={insertions.length === 0}
      onChange={({ currentTarget }) => text.insert(currentTarget.value)}
      data={[{ value: '', label: '…' }, ...insertions]}
    />
  );
}

interface TextWithFields<T> {
  readonly input: RefObject<T | null>;
  /** When somebody leaves the text. */
  keepCaret(): void;
  insert(what: string): void;
}

export function useTextWithFields<T extends HTMLInputElement | HTMLTextAreaElement>(
  text: string,
  set: (text: string) => void,
): TextWithFields<T> {
  const input = useRef<T>(null);
  // Where nobody has been, browsers say that the cursor stands at the beginning.
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
