// The kinds of fields that people choose from: each is a SurveyJS type with some properties set.
import { type Field, isObject, type Json, type JsonObject, textOf } from './definition.ts';
import { withProperties } from './edit.ts';
import { rowsFrom } from './fixed-rows.ts';

export const KIND_GROUPS = {
  text: ['text', 'comment', 'number', 'email', 'tel', 'url'],
  time: ['date', 'time', 'datetime-local'],
  choice: [
    'boolean',
    'radiogroup',
    'dropdown',
    'checkbox',
    'imagepicker',
    'sharedlist',
    'person',
    'rating',
    'slider',
    'ranking',
    'matrix',
  ],
  attachment: ['photo', 'sketch', 'file', 'signaturepad'],
  capture: ['location', 'barcode'],
  layout: ['panel', 'matrixdynamic', 'matrixdropdown', 'paneldynamic'],
  static: ['heading', 'instructions'],
  other: ['expression'],
} as const;

export type Kind = (typeof KIND_GROUPS)[keyof typeof KIND_GROUPS][number];
export const KINDS: readonly Kind[] = Object.values(KIND_GROUPS).flat();

/** Kinds that can replace each other without changing what the question asks. */
const FAMILIES: readonly (readonly Kind[])[] = [
  [...KIND_GROUPS.text, ...KIND_GROUPS.time],
  ['radiogroup', 'dropdown', 'checkbox'],
  ['photo', 'file'],
  KIND_GROUPS.static,
];

const IMAGES = 'image/*';

/** Returns the SurveyJS properties that make a field one of this kind. */
function propertiesOf(kind: Kind): JsonObject & { readonly type: string } {
  switch (kind) {
    case 'number':
    case 'email':
    case 'tel':
    case 'url':
    case 'date':
    case 'time':
    case 'datetime-local':
      return { type: 'text', inputType: kind };
    case 'photo':
      return { type: 'file', acceptedTypes: IMAGES, sourceType: 'file-camera' };
    case 'file':
      return { type: 'file' };
    default:
      return { type: kind };
  }
}

/** Returns the kind of a field; undefined for a type that the builder has no name for. */
export function kindOf({ type, inputType, acceptedTypes }: JsonObject): Kind | undefined {
  if (type === 'file') return isOfPhotos(acceptedTypes) ? 'photo' : 'file';
  const wanted = type === 'text' && inputType !== undefined ? inputType : type;
  return KINDS.find((kind) => kind === wanted);
}

const isOfPhotos = (accepted: Json | undefined): boolean => textOf(accepted).startsWith('image/');

/** Returns the kinds that a field may be changed to, its own among them. */
export const kindsInstead = (kind: Kind): readonly Kind[] =>
  FAMILIES.find((family) => family.includes(kind)) ?? [kind];

/** The texts and names that a new field starts with. */
export interface StartingWords {
  readonly title: string;
  readonly name: string;
  /** The texts of the first choices. */
  readonly choices: readonly string[];
  readonly column: { readonly title: string; readonly name: string };
  /** The texts of the first rows of a table with fixed rows; those of the choices if it is left out. */
  readonly rows?: readonly string[];
  /** The texts of a Likert scale; those of the choices if they are left out. */
  readonly scale?: readonly string[];
}

export function newField(kind: Kind, words: StartingWords): Field {
  const field: Field = { ...propertiesOf(kind), name: words.name, title: words.title };
  switch (kind) {
    case 'radiogroup':
    case 'dropdown':
    case 'checkbox':
    case 'imagepicker':
    case 'ranking':
      return { ...field, choices: words.choices };
    case 'panel':
      return { ...field, elements: [] };
    case 'paneldynamic':
      return { ...field, panelCount: 1, templateElements: [] };
    case 'matrixdynamic':
      return { ...field, rowCount: 1, columns: [{ ...words.column, cellType: 'text' }] };
    case 'matrixdropdown':
      return {
        ...field,
        rows: rowsFrom((words.rows ?? words.choices).join('\n'), []),
        columns: [{ ...words.column, cellType: 'text' }],
      };
    case 'matrix':
      return {
        ...field,
        rows: rowsFrom((words.rows ?? words.choices).join('\n'), []),
        // Numbers, so that answers can be added.
        columns: (words.scale ?? words.choices).map((text, i) => ({ value: i + 1, text })),
      };
    case 'file':
    case 'photo':
    case 'signaturepad':
      return { ...field, storeDataAsText: false };
    case 'instructions':
      return { ...field, content: '' };
    default:
      return field;
  }
}

/** Returns the field as another kind, without the properties that have no meaning for that kind. */
export function asKind(field: Field, kind: Kind): Field {
  const { inputType: _input, acceptedTypes: _accepted, sourceType: _source, ...rest } = field;
  const useless = kind === 'checkbox' || field.type === 'checkbox' ? ['defaultValue'] : [];
  const kept = withProperties(rest, Object.fromEntries(useless.map((name) => [name, undefined])));
  return { ...kept, ...propertiesOf(kind), name: field.name };
}

/** Returns whether a kind asks nothing. */
export const isStaticKind = (kind: Kind | undefined): boolean =>
  kind === 'heading' || kind === 'instructions';

export const COLUMN_KINDS = [
  'text',
  'number',
  'date',
  'comment',
  'boolean',
  'dropdown',
  'radiogroup',
  'checkbox',
  'sharedlist',
  'person',
  'rating',
  'photo',
  'file',
  'expression',
] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

/** Returns the kind of a column, whose type is its `cellType`; undefined for one that the builder has no name for. */
export function columnKindOf(column: JsonObject): ColumnKind | undefined {
  const { cellType, inputType, acceptedTypes } = column;
  if (cellType === 'file') return isOfPhotos(acceptedTypes) ? 'photo' : 'file';
  const wanted = cellType === undefined || cellType === 'text' ? (inputType ?? 'text') : cellType;
  return COLUMN_KINDS.find((kind) => kind === wanted);
}

/** Without the properties of a choice from a list. */
export const NO_LIST: JsonObject = {
  list: undefined,
  filterColumn: undefined,
  filterField: undefined,
  fillIn: undefined,
};

export function asColumnKind(column: JsonObject, kind: ColumnKind): JsonObject {
  const isInput = kind === 'number' || kind === 'date';
  const isOfFiles = kind === 'photo' || kind === 'file';
  return withProperties(column, {
    cellType: isInput ? 'text' : kind === 'photo' ? 'file' : kind,
    inputType: isInput ? kind : undefined,
    acceptedTypes: kind === 'photo' ? IMAGES : undefined,
    sourceType: kind === 'photo' ? 'file-camera' : undefined,
    storeDataAsText: isOfFiles ? false : undefined,
    ...(!isOfFiles && { allowMultiple: undefined }),
    ...(!ADDED_KINDS.includes(kind) && withoutNumbers(column)),
    ...(kind === 'expression' && { isRequired: undefined }),
    ...(kind !== 'sharedlist' && NO_LIST),
    ...(kind !== 'person' && { group: undefined }),
  });
}

/** The kinds of columns whose answers can be added and have a unit. */
const ADDED_KINDS: readonly ColumnKind[] = ['number', 'expression', 'rating'];

/** What is counted can be anything. */
const withoutNumbers = ({ totalType }: JsonObject): JsonObject => ({
  ...(totalType !== 'count' && { totalType: undefined }),
  unit: undefined,
  decimals: undefined,
});

export const columnsOf = (field: Field): readonly JsonObject[] => {
  const columns: Json | undefined = field['columns'];
  return Array.isArray(columns) ? columns.filter(isObject) : [];
};

const WITH_CHOICES: readonly string[] = [
  'radiogroup',
  'dropdown',
  'checkbox',
  'imagepicker',
  'ranking',
];

export const hasChoices = (type: string): boolean => WITH_CHOICES.includes(type);

/** Returns whether the answer to a field is a list of choices. */
export const holdsList = ({ type, multiSelect }: JsonObject): boolean =>
  type === 'checkbox' || type === 'ranking' || (type === 'imagepicker' && multiSelect === true);
