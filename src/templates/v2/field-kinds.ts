import type { TemplateVersion } from '#form-basics/index.ts';
import { isObject, type JsonObject, type JsonValue, member, textOf } from '#kernel/json.ts';
import { hasComment } from '#questionnaires/answers/answer-shapes.ts';
import { OTHER } from '#questionnaires/reading/display-text.ts';
import {
  type Choice,
  localeOf,
  type Question,
  questionsOf,
} from '#questionnaires/reading/questions.ts';

/** The kind of a field under /v2. It decides which members the value has. */
export type FieldKind =
  | 'TextBox'
  | 'Number'
  | 'Date'
  | 'Time'
  | 'DateTime'
  | 'CheckBox'
  | 'CheckBoxGroup'
  | 'DropDown'
  | 'Image'
  | 'File'
  | 'Signature'
  | 'Sketch'
  | 'Location'
  | 'Barcode'
  | 'Table'
  | 'Calculated';

/** A field of a version as /v2 shows it. */
export interface ApiField {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly kind: FieldKind;
  /** False when the field is calculated, or read-only in the definition. */
  readonly writable: boolean;
  readonly required: boolean;
  /** The unit of a number; left out when it has none. */
  readonly unit?: string;
  /** The choices of a field that has some. */
  readonly choices: readonly Choice[];
  /** The shared list that the value is a key of; undefined for a field with choices of its own. */
  readonly listId: string | undefined;
  /** Whether a comment on the answer is possible. */
  readonly takesComment: boolean;
}

const KINDS: ReadonlyMap<string, FieldKind> = new Map([
  ['comment', 'TextBox'],
  ['boolean', 'CheckBox'],
  ['radiogroup', 'DropDown'],
  ['dropdown', 'DropDown'],
  ['sharedlist', 'DropDown'],
  ['person', 'DropDown'],
  ['checkbox', 'CheckBoxGroup'],
  ['imagepicker', 'DropDown'],
  ['ranking', 'CheckBoxGroup'],
  ['slider', 'Number'],
  ['rating', 'Number'],
  ['signaturepad', 'Signature'],
  ['sketch', 'Sketch'],
  ['location', 'Location'],
  ['barcode', 'Barcode'],
  ['matrixdynamic', 'Table'],
  ['matrixdropdown', 'Table'],
  ['matrix', 'Table'],
  ['paneldynamic', 'Table'],
  ['expression', 'Calculated'],
]);
const INPUTS: ReadonlyMap<string, FieldKind> = new Map([
  ['number', 'Number'],
  ['range', 'Number'],
  ['date', 'Date'],
  ['time', 'Time'],
  ['datetime-local', 'DateTime'],
]);

/** Returns the fields of a version in the order of the form. */
export function fieldsOf({ definition, fields }: TemplateVersion): readonly ApiField[] {
  const questions = new Map(
    questionsOf(definition, localeOf(definition)).map((question) => [question.name, question]),
  );
  const elements = new Map<string, JsonObject>();
  for (const page of listOf(definition, 'pages')) collect(page, elements);
  collect(definition, elements);
  return fields.map(({ id, name, title, type }) => {
    const element = elements.get(name) ?? {};
    const question = questions.get(name);
    const kind = kindOf(type, element, question);
    return {
      id,
      name,
      title,
      kind,
      writable: kind !== 'Calculated' && member(element, 'readOnly') !== true,
      required: member(element, 'isRequired') === true,
      ...(question?.unit !== undefined && { unit: question.unit }),
      choices: question === undefined ? [] : choicesOf(element, question),
      listId: type === 'sharedlist' ? textOf(member(element, 'list') ?? '') : undefined,
      takesComment: hasComment(element),
    };
  });
}

function collect(holder: JsonValue, elements: Map<string, JsonObject>): void {
  if (!isObject(holder)) return;
  for (const element of listOf(holder, 'elements')) {
    if (!isObject(element)) continue;
    const name = member(element, 'name');
    if (member(element, 'type') === 'panel') collect(element, elements);
    else if (typeof name === 'string') elements.set(name, element);
  }
}

function kindOf(type: string, element: JsonObject, question: Question | undefined): FieldKind {
  // A rating with words as choices, however it is displayed.
  if (type === 'rating' && question?.choices.some(isWord)) return 'DropDown';
  if (type === 'text') return INPUTS.get(textOf(member(element, 'inputType'))) ?? 'TextBox';
  if (type === 'imagepicker' && member(element, 'multiSelect') === true) return 'CheckBoxGroup';
  if (type === 'file') return takesImagesOnly(element) ? 'Image' : 'File';
  return KINDS.get(type) ?? 'TextBox';
}

function takesImagesOnly(element: JsonObject): boolean {
  const accepted = member(element, 'acceptedTypes');
  if (typeof accepted !== 'string' || accepted.trim() === '') return false;
  return accepted.split(',').every((type) => type.trim().toLowerCase().startsWith('image/'));
}

const isWord = ({ value, text }: Choice): boolean =>
  typeof value !== 'number' || text !== String(value);

function choicesOf(element: JsonObject, { choices, none, other }: Question): readonly Choice[] {
  const takesOther = member(element, 'showOtherItem') === true;
  return [
    ...choices,
    ...(none === undefined ? [] : [none]),
    ...(takesOther ? [{ value: OTHER, text: other }] : []),
  ];
}

function listOf(holder: JsonObject, name: string): readonly JsonValue[] {
  const list = member(holder, name);
  return Array.isArray(list) ? list : [];
}
