import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import type { ApiField } from './field-kinds.ts';

/** Where the bytes of an attachment are read. */
export type LinkTo = (attachmentId: string) => string;

/** The fields of a form, keyed by name: each with `id`, `name`, `type` and the members of its kind. */
export function showFields(
  fields: readonly ApiField[],
  answers: JsonObject,
  linkTo: LinkTo,
): JsonObject {
  return Object.fromEntries(
    fields.map((field) => {
      const { id, name, kind } = field;
      return [name, { id, name, type: kind, ...show(field, member(answers, name), linkTo) }];
    }),
  );
}

function show(field: ApiField, answer: JsonValue | undefined, linkTo: LinkTo): JsonObject {
  const value = answer ?? null;
  switch (field.kind) {
    case 'TextBox':
      return { text: value === null || typeof value === 'string' ? value : String(value) };
    case 'Date':
    case 'Time':
    case 'DateTime':
      return { value, displayValue: value };
    case 'DropDown':
      return { value, displayValue: textOfChoice(field, value), itemCollectionId: null };
    case 'CheckBoxGroup':
      return { value, displayValue: listText(field, value) };
    case 'Image':
    case 'File':
      return showFiles(field, value, linkTo);
    case 'Signature':
      return { imageFile: toFile(value, linkTo) };
    case 'Table':
      return { rows: Array.isArray(value) ? value : [] };
    default:
      return { value };
  }
}

function showFiles({ kind }: ApiField, value: JsonValue, linkTo: LinkTo): JsonObject {
  const files = listIn(value).map((each) => toFile(each, linkTo));
  if (kind === 'File') return { files };
  // The one picture of the reference service; a field may hold more.
  return { imageFile: files[0] ?? null, retainedImage: null, files };
}

function toFile(value: JsonValue, linkTo: LinkTo): JsonObject | null {
  const id = isObject(value) ? member(value, 'id') : undefined;
  if (!isObject(value) || typeof id !== 'string') return null;
  const known = ['name', 'type', 'size'].map((name) => [name, member(value, name) ?? null]);
  return { id, ...Object.fromEntries(known), link: linkTo(id) };
}

function textOfChoice({ choices }: ApiField, value: JsonValue): string | null {
  if (value === null) return null;
  const chosen = choices.find((choice) => isDeepStrictEqual(choice.value, value));
  return chosen?.text ?? (typeof value === 'object' ? JSON.stringify(value) : String(value));
}

function listText(field: ApiField, value: JsonValue): string | null {
  if (value === null) return null;
  return listIn(value)
    .map((each) => textOfChoice(field, each) ?? '')
    .join(', ');
}

const listIn = (value: JsonValue): readonly JsonValue[] => (Array.isArray(value) ? value : []);
