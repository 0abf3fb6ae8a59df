// Every text of a form that people read, with where it lies.
import {
  CHOICE,
  COLUMN,
  ELEMENTS,
  PAGE,
  type Properties,
  SURVEY,
  VALIDATORS,
} from '#questionnaires/definition/profile.ts';
import {
  childrenKey,
  type Definition,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  textOf,
  titleOf,
} from './definition.ts';

/** A text that people read. */
export interface FormText {
  /** Made of field ids and properties, so that it names the text in files: `state.choices.good`. */
  readonly key: string;
  /** The title of the field or page that it belongs to. */
  readonly holder: string;
  /** The field or page, to go to. */
  readonly path: Path;
  /** The property: `title`, `choices`. */
  readonly property: string;
  readonly value: Json;
  /** Where it lies in the definition. */
  readonly at: readonly (string | number)[];
}

type Holder = Pick<FormText, 'key' | 'holder' | 'path' | 'at'>;

const NO_PROPERTIES: Properties = new Map();

/** Returns every text of the form, in its order. */
export const textsOf = (definition: Definition): readonly FormText[] =>
  withOwnKeys([
    ...ownTexts(definition, SURVEY, { key: '#form', holder: '', path: [0], at: [] }),
    ...definition.pages.flatMap((page, i) => {
      const about = { key: `#${page.name}`, holder: titleOf(page), path: [i], at: ['pages', i] };
      return [...ownTexts(page, PAGE, about), ...innerTexts(page, 'elements', about)];
    }),
  ]);

/**
 * Numbers the keys that several texts would have, in the order of the form. Names of sections need not differ, and
 * those of fields only within one repeating section.
 */
function withOwnKeys(texts: readonly FormText[]): readonly FormText[] {
  const taken = new Set(texts.map(({ key }) => key));
  const counts = new Map<string, number>();
  return texts.map((text) => {
    let count = (counts.get(text.key) ?? 0) + 1;
    const numbered = () => `${text.key}#${count}`;
    while (count > 1 && taken.has(numbered())) count += 1;
    counts.set(text.key, count);
    return count === 1 ? text : { ...text, key: numbered() };
  });
}

/** The kinds of properties that have one text per language. */
const WORDED: ReadonlySet<string> = new Set(['text', 'message', 'unit', 'content']);

/** The texts that are properties of the holder itself. */
const ownTexts = (holder: JsonObject, properties: Properties, about: Holder): readonly FormText[] =>
  [...properties].flatMap(([name, kind]) => {
    const value = holder[name];
    if (!WORDED.has(kind) || value === undefined || shownText(value) === '') return [];
    return [
      { ...about, key: `${about.key}.${name}`, property: name, value, at: [...about.at, name] },
    ];
  });

const innerTexts = (holder: JsonObject, key: string, about: Holder): readonly FormText[] =>
  itemsOf(holder, key).flatMap((each, i) =>
    isObject(each) ? fieldTexts(each, [...about.path, i], [...about.at, key, i]) : [],
  );

function fieldTexts(field: JsonObject, path: Path, at: FormText['at']): readonly FormText[] {
  const type = textOf(field['type']);
  const about = { key: textOf(field['name']), holder: titleOf(field), path, at };
  const inner = childrenKey(type);
  return [
    ...ownTexts(field, ELEMENTS.get(type) ?? NO_PROPERTIES, about),
    ...listedTexts(field, about, type === 'matrix' ? ['columns'] : []),
    ...itemsOf(field, 'columns').flatMap((column, i) =>
      isObject(column) && type !== 'matrix' ? columnTexts(column, about, i) : [],
    ),
    ...(inner === undefined ? [] : innerTexts(field, inner, about)),
  ];
}

function columnTexts(column: JsonObject, table: Holder, index: number): readonly FormText[] {
  const about = {
    ...table,
    key: `${table.key}.columns.${textOf(column['name'])}`,
    holder: `${table.holder}: ${titleOf(column)}`,
    at: [...table.at, 'columns', index],
  };
  return [...ownTexts(column, COLUMN, about), ...listedTexts(column, about)];
}

/** The texts of choices and validators. */
const listedTexts = (
  holder: JsonObject,
  about: Holder,
  more: readonly string[] = [],
): readonly FormText[] => [
  ...['choices', 'rateValues', 'rows', ...more].flatMap((list) =>
    itemsOf(holder, list).flatMap((choice, i) => choiceText(choice, list, i, about) ?? []),
  ),
  ...itemsOf(holder, 'validators').flatMap((validator, i) =>
    isObject(validator)
      ? ownTexts(validator, VALIDATORS.get(textOf(validator['type'])) ?? CHOICE, {
          ...about,
          key: `${about.key}.validators.${i}`,
          at: [...about.at, 'validators', i],
        })
      : [],
  ),
];

function choiceText(
  choice: Json,
  list: string,
  index: number,
  about: Holder,
): FormText | undefined {
  const stored = isObject(choice) ? choice['value'] : choice;
  if (stored === undefined || stored === null || typeof stored === 'object') return undefined;
  return {
    ...about,
    key: `${about.key}.${list}.${String(stored)}`,
    property: list === 'columns' ? 'choices' : list,
    value: (isObject(choice) ? choice['text'] : undefined) ?? stored,
    at: [...about.at, list, index],
  };
}

const itemsOf = (holder: JsonObject, key: string): readonly Json[] => {
  const list = holder[key];
  return isList(list) ? list : [];
};

/** Returns the text that people read where there is none in their language. */
export const shownText = (value: Json): string => {
  if (!isObject(value)) return typeof value === 'string' ? value : String(value ?? '');
  return textOf(value['default']) || Object.values(value).map(textOf).join('');
};
