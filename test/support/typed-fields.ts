// A form with every kind of field that a person types or picks an answer into, made with the builder's own functions,
// and the keys to press for an answer of each.

import { compile } from '#web/builder/conditions.ts';
import { type Definition, emptyDefinition, type Field } from '#web/builder/definition.ts';
import { addField, withProperties } from '#web/builder/edit.ts';
import { asColumnKind, type Kind, newField } from '#web/builder/kinds.ts';
import { between, oneOf, type Random } from './seeded.ts';

/** Kinds whose answers are typed with single keys. */
const TYPED_KINDS = [
  'text',
  'comment',
  'number',
  'email',
  'tel',
  'url',
  'date',
  'time',
  'datetime-local',
] as const satisfies readonly Kind[];
type TypedKind = (typeof TYPED_KINDS)[number];

const PICKED_KINDS = [
  'boolean',
  'radiogroup',
  'dropdown',
  'checkbox',
  'rating',
] as const satisfies readonly Kind[];

const TYPED_COLUMNS = ['text', 'number', 'date', 'comment'] as const;

export interface TypedField {
  readonly kind: TypedKind;
  /** The label of its input, as a screen reader says it. */
  readonly label: string;
  /** The path of its answer: `parts[0].count`. */
  readonly at: readonly [string, ...(string | number)[]];
}

/** Pressed keys, and the expected result. */
export interface Typing {
  /** In the form that `page.keyboard.press` takes. */
  readonly keys: readonly string[];
  readonly shown: string;
  readonly stored: string | number;
}

const WORDS = ['pier', 'North', 'railing', 'ladder', 'Größe', 'x', 'loose', "O'Neill"] as const;

const words = (random: Random, count: number): string =>
  Array.from({ length: count }, () => oneOf(random, WORDS)).join(' ');

const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => between(random, 0, 9)).join('');

const two = (value: number): string => String(value).padStart(2, '0');

const plain = (text: string): Typing => ({ keys: [...text], shown: text, stored: text });

/** Returns keys for an English page in a US English browser, with a decimal point. */
export function typingOf(kind: TypedKind, random: Random): Typing {
  const day = { month: between(random, 1, 12), day: between(random, 1, 28) };
  const hour = between(random, 0, 23);
  const minute = between(random, 0, 59);
  const dayKeys = `${two(day.month)}${two(day.day)}2026`;
  const dayText = `2026-${two(day.month)}-${two(day.day)}`;
  const timeKeys = `${two(hour % 12 === 0 ? 12 : hour % 12)}${two(minute)}${hour < 12 ? 'A' : 'P'}`;
  const timeText = `${two(hour)}:${two(minute)}`;
  switch (kind) {
    case 'text':
    case 'comment':
      return plain(words(random, 2));
    case 'email':
      return plain(`ada${digits(random, 2)}@example.org`);
    case 'tel':
      return plain(`0${digits(random, 9)}`);
    case 'url':
      return plain(`https://a.example/${digits(random, 3)}`);
    case 'number': {
      const text = `${between(random, 1, 999)}.${between(random, 1, 9)}`;
      return { ...plain(text), stored: Number(text) };
    }
    case 'date':
      return { ...plain(dayText), keys: [...dayKeys] };
    case 'time':
      return { ...plain(timeText), keys: [...timeKeys] };
    case 'datetime-local':
      return {
        ...plain(`${dayText}T${timeText}`),
        keys: [...dayKeys, ...timeKeys],
      };
  }
}

const CHOICES = ['first', 'second', 'third'] as const;

const wordsOf = (name: string) => ({
  title: name,
  name,
  choices: CHOICES,
  column: { title: 'column', name: 'column' },
});

const field = (kind: Kind, name: string): Field => newField(kind, wordsOf(name));

const nameOf = (kind: Kind, before: string): string => `${before}${kind.replace('-local', '')}`;

/** The field is shown only when other users, or this page, turn the switch on: then the fields below it move down. */
const SHOWN_WITH_SWITCH = compile({
  mode: 'all',
  rows: [{ field: 'switch', operator: 'equal', value: true }],
});

/**
 * Builds the form. At the top are a switch and a comment that it shows. After each field is another that appears once
 * the field has an answer. A section, a repeating section and a table contain the same kinds.
 */
export function typedForm(): Definition {
  const kinds: readonly Kind[] = [...TYPED_KINDS, ...PICKED_KINDS];
  const top = kinds.flatMap((kind) => {
    const name = nameOf(kind, 'my ').replaceAll(' ', '_');
    const visibleIf = compile({ mode: 'all', rows: [{ field: name, operator: 'notEmpty' }] });
    const follower: Field = { ...field('text', `${name}_more`), visibleIf };
    return [field(kind, name), follower];
  });
  const columns = TYPED_COLUMNS.map((kind) =>
    asColumnKind({ name: `col_${kind}`, title: `col_${kind}` }, kind),
  );
  const repeated: Field = {
    ...field('paneldynamic', 'visits'),
    templateElements: TYPED_KINDS.map((kind) => field(kind, nameOf(kind, 'visit_'))),
  };
  const section: Field = { ...field('panel', 'part'), elements: [field('tel', 'part_tel')] };
  const fields: readonly Field[] = [
    field('boolean', 'switch'),
    { ...field('comment', 'note'), visibleIf: SHOWN_WITH_SWITCH },
    field('text', 'before'),
    ...top,
    section,
    {
      ...withProperties(field('matrixdynamic', 'parts'), { columns }),
      name: 'parts',
      type: 'matrixdynamic',
    },
    repeated,
  ];
  return fields.reduce(
    (definition, each) => addField(definition, each, [0]).definition,
    emptyDefinition(),
  );
}

/** Every input of {@link typedForm} that takes keys. */
export const TYPED_FIELDS: readonly TypedField[] = [
  ...TYPED_KINDS.map((kind): TypedField => {
    const name = nameOf(kind, 'my_');
    return { kind, label: name, at: [name] };
  }),
  { kind: 'tel', label: 'part_tel', at: ['part_tel'] },
  ...TYPED_COLUMNS.map(
    (kind): TypedField => ({
      kind,
      label: `row 1, column col_${kind}`,
      at: ['parts', 0, `col_${kind}`],
    }),
  ),
  ...TYPED_KINDS.map((kind): TypedField => {
    const name = nameOf(kind, 'visit_');
    return { kind, label: name, at: ['visits', 0, name] };
  }),
];
