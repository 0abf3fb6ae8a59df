import type { TemplateVersion } from '#forms/template.ts';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';

/** What /v2 calls the kind of a field. It decides which members its value has. */
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
  | 'Table'
  | 'Calculated';

/** A field of a version as /v2 sees it. */
export interface ApiField {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly kind: FieldKind;
  /** False: calculated, or read-only in the definition. */
  readonly writable: boolean;
  readonly required: boolean;
  /** What may be chosen, for those that have choices. */
  readonly choices: readonly { readonly value: JsonValue; readonly text: string }[];
}

const KINDS: ReadonlyMap<string, FieldKind> = new Map([
  ['comment', 'TextBox'],
  ['boolean', 'CheckBox'],
  ['radiogroup', 'DropDown'],
  ['dropdown', 'DropDown'],
  ['checkbox', 'CheckBoxGroup'],
  ['rating', 'Number'],
  ['signaturepad', 'Signature'],
  ['matrixdynamic', 'Table'],
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

/** The fields of a version, in the order of the form. */
export function fieldsOf({ definition, fields }: TemplateVersion): readonly ApiField[] {
  const elements = new Map<string, JsonObject>();
  for (const page of listOf(definition, 'pages')) collect(page, elements);
  collect(definition, elements);
  return fields.map(({ id, name, title, type }) => {
    const element = elements.get(name) ?? {};
    const kind = kindOf(type, element);
    return {
      id,
      name,
      title,
      kind,
      writable: kind !== 'Calculated' && member(element, 'readOnly') !== true,
      required: member(element, 'isRequired') === true,
      choices: listOf(element, 'choices').map(toChoice),
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

function kindOf(type: string, element: JsonObject): FieldKind {
  if (type === 'text') return INPUTS.get(String(member(element, 'inputType'))) ?? 'TextBox';
  if (type === 'file') return takesImagesOnly(element) ? 'Image' : 'File';
  return KINDS.get(type) ?? 'TextBox';
}

function takesImagesOnly(element: JsonObject): boolean {
  const accepted = member(element, 'acceptedTypes');
  if (typeof accepted !== 'string' || accepted.trim() === '') return false;
  return accepted.split(',').every((type) => type.trim().toLowerCase().startsWith('image/'));
}

function toChoice(choice: JsonValue) {
  if (!isObject(choice)) return { value: choice, text: String(choice) };
  const value = member(choice, 'value') ?? null;
  return { value, text: textOf(member(choice, 'text')) ?? String(value) };
}

/** A text, or the first of its translations. */
function textOf(text: JsonValue | undefined): string | undefined {
  if (typeof text === 'string') return text;
  if (!isObject(text)) return undefined;
  const first = member(text, 'default') ?? Object.values(text)[0];
  return typeof first === 'string' ? first : undefined;
}

function listOf(holder: JsonObject, name: string): readonly JsonValue[] {
  const list = member(holder, name);
  return Array.isArray(list) ? list : [];
}
