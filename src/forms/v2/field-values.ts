import { isObject, type JsonObject, type JsonValue, member, textOf } from '#kernel/json.ts';
import { fileOfSketch } from '#questionnaires/answers/sketch-shapes.ts';
import { valuesOf } from '#questionnaires/reading/show-answers.ts';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';
import type { ApiField } from '#templates/index.ts';
import { keyOf } from './list-keys.ts';

/** Returns the URL of the bytes of an attachment. */
export type LinkTo = (attachmentId: string) => string;

/** Returns the fields of a form by name, each with `id`, `name`, `type` and the members of its kind. */
export function showFields(
  fields: readonly ApiField[],
  answers: readonly ShownAnswer[],
  linkTo: LinkTo,
): JsonObject {
  const shown = new Map(answers.map((answer) => [answer.name, answer]));
  return Object.fromEntries(
    fields.map((field) => {
      const { id, name, kind } = field;
      const answer = shown.get(name);
      return [
        name,
        {
          id,
          name,
          type: kind,
          ...show(field, answer, linkTo),
          ...(answer?.comment !== undefined && { comment: answer.comment }),
          ...(answer?.state === 'hidden' && { hidden: true }),
        },
      ];
    }),
  );
}

function show(field: ApiField, answer: ShownAnswer | undefined, linkTo: LinkTo): JsonObject {
  const value = answer?.value ?? null;
  const displayValue = answer?.state === 'answered' ? answer.displayValue : null;
  switch (field.kind) {
    case 'TextBox':
      return { text: value === null || typeof value === 'string' ? value : textOf(value) };
    case 'DropDown':
      return { value: keyOf(value), displayValue, itemCollectionId: field.listId ?? null };
    case 'Image':
    case 'File':
      return showFiles(field, value, linkTo);
    case 'Signature':
      return { imageFile: toFile(value, linkTo) };
    case 'Sketch':
      return showSketch(value, linkTo);
    case 'Table':
      return {
        rows:
          answer?.rows?.map((row) => valuesOf(row.map((cell) => linked(cell, linkTo)))) ??
          listIn(value),
        displayRows: (answer?.rows ?? []).map(textsOf),
        ...(answer?.totals && { totals: totalsOf(answer.totals) }),
      };
    default:
      return { value, displayValue };
  }
}

/** Returns a cell as fields of the form itself are shown: files with links to their bytes, rows of lists and people as keys. */
function linked(cell: ShownAnswer, linkTo: LinkTo): ShownAnswer {
  const { type, value, rows } = cell;
  if (rows) {
    return { ...cell, value: rows.map((row) => valuesOf(row.map((each) => linked(each, linkTo)))) };
  }
  if (type === 'sharedlist' || type === 'person') return { ...cell, value: keyOf(value) };
  if (type === 'signaturepad') return { ...cell, value: toFile(value, linkTo) };
  if (type === 'sketch' && isObject(value)) {
    const files = ['photo', 'picture'].map((name) => [
      name,
      toFile(member(value, name) ?? null, linkTo),
    ]);
    return { ...cell, value: { ...value, ...Object.fromEntries(files) } };
  }
  if (type !== 'file' || !Array.isArray(value)) return cell;
  return { ...cell, value: value.map((each) => toFile(each, linkTo)) };
}

/** Returns the display values of a row by column name, without hidden and unanswered cells. */
const textsOf = (row: readonly ShownAnswer[]): JsonObject =>
  Object.fromEntries(
    row.flatMap((cell) => {
      if (cell.state !== 'answered') return [];
      return [[cell.name, cell.rows?.map(textsOf) ?? cell.displayValue] as const];
    }),
  );

const totalsOf = (totals: readonly ShownAnswer[]): JsonObject =>
  Object.fromEntries(totals.map(({ name, value }) => [name, value]));

function showFiles({ kind }: ApiField, value: JsonValue, linkTo: LinkTo): JsonObject {
  const files = listIn(value).map((each) => toFile(each, linkTo));
  if (kind === 'File') return { files };
  // The reference service has one picture per field; here, a field may have more.
  return { imageFile: files[0] ?? null, retainedImage: null, files };
}

/** Like a picture of the reference service: the picture to show, and the original that it was made from. */
const showSketch = (value: JsonValue, linkTo: LinkTo): JsonObject => ({
  imageFile: toFile(fileOfSketch(value, 'picture') ?? null, linkTo),
  retainedImage: toFile(fileOfSketch(value, 'photo') ?? null, linkTo),
  shapes: isObject(value) ? (member(value, 'shapes') ?? null) : null,
});

function toFile(value: JsonValue, linkTo: LinkTo): JsonObject | null {
  const id = isObject(value) ? member(value, 'id') : undefined;
  if (!isObject(value) || typeof id !== 'string') return null;
  const known = ['name', 'type', 'size'].map((name) => [name, member(value, name) ?? null]);
  return { id, ...Object.fromEntries(known), link: linkTo(id) };
}

const listIn = (value: JsonValue): readonly JsonValue[] => (Array.isArray(value) ? value : []);
