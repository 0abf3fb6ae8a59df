import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { isChosenRow } from '#questionnaires/answers/answer-faults.ts';
import type { Kind } from '#web/builder/kinds.ts';
import type { Asked } from './build.ts';
import type { Files, FileToSend, Rows, Sample, Value, Words } from './journey.ts';
import { LIST_ID } from './kinds/list.ts';
import { JOURNEYS } from './table.ts';
// A form that was filled in, and what each reader of it must see. The expectations come from the table alone; only the
// ids of files come from the program.

/** Uploads a file for a question. @returns its id */
export type Upload = (question: string, file: FileToSend) => Promise<string>;

export interface Filled {
  readonly asked: Asked;
  readonly sample: Sample;
  /** As it is stored, including computed values. */
  readonly answer: JsonValue;
}

/** Uploads the files of an answer. */
export async function fillIn(asked: Asked, sample: Sample, upload: Upload): Promise<Filled> {
  const { name, journey } = asked;
  if (journey.by === 'sketch' && 'files' in sample) {
    return { asked, sample, answer: await sketchOf(name, sample, upload) };
  }
  if (!('rows' in sample)) {
    const answer = await answerOf(name, sample, upload, journey.member === 'imageFile');
    return { asked, sample, answer };
  }
  const rows: JsonObject[] = [];
  for (const row of sample.rows) {
    const cells: [string, JsonValue][] = [];
    for (const [inner, each] of Object.entries(row)) {
      cells.push([inner, await answerOf(inner, each, upload)]);
    }
    rows.push(Object.fromEntries(cells));
  }
  return { asked, sample, answer: rows };
}

/** A stroke on the photo, and the picture that shows both. */
const SHAPES: JsonValue = [
  { kind: 'pen', color: '#c92a2a', width: 6, points: [0.1, 0.2, 0.3, 0.2, 0.3, 0.4] },
  { kind: 'text', color: '#1864ab', width: 6, points: [0.5, 0.5], text: 'Rust' },
];

async function sketchOf(name: string, { files }: Files, upload: Upload): Promise<JsonValue> {
  const photo = await answerOf(name, { files }, upload, true);
  const picture = await answerOf(name, { files: files.map(drawnOn) }, upload, true);
  return { photo, picture, shapes: SHAPES };
}

const drawnOn = (file: FileToSend): FileToSend => ({ ...file, name: 'drawing.png' });

async function answerOf(
  question: string,
  sample: Value | Files,
  upload: Upload,
  isOne = false,
): Promise<JsonValue> {
  if ('value' in sample) return sample.value;
  const files: JsonObject[] = [];
  for (const file of sample.files) {
    const { name, type, bytes } = file;
    files.push({ id: await upload(question, file), name, type, size: bytes.length });
  }
  const [only] = files;
  return isOne && only !== undefined ? only : files;
}

/** Returns what is sent to `/v2`; undefined for computed values. */
export function sentOf({ asked, sample, answer }: Filled): JsonObject | undefined {
  if ('value' in sample && sample.isComputed) return undefined;
  const { member } = asked.journey;
  if (asked.journey.by === 'sketch') return sketchMembers(answer);
  if (!('rows' in sample)) return { [member]: answer };
  const rows = listIn(answer).map((row, i) =>
    Object.fromEntries(
      Object.entries(row as JsonObject).filter(([name]) => {
        const cell = sample.rows[i]?.[name];
        return !(cell !== undefined && 'value' in cell && cell.isComputed);
      }),
    ),
  );
  return { rows };
}

function sketchMembers(answer: JsonValue): JsonObject {
  const { photo, picture, shapes } = Object(answer);
  return { imageFile: picture, retainedImage: photo, shapes };
}

const listIn = (value: JsonValue): readonly JsonValue[] => (Array.isArray(value) ? value : []);

/** Returns the expected members in `/v2`. */
export function shownInApi({ asked, sample, answer }: Filled, linkTo: (id: string) => string) {
  const displayValue = 'reads' in sample ? sample.reads.en : undefined;
  const files = 'files' in sample ? [answer].flat().map((file) => withLink(file, linkTo)) : [];
  switch (asked.property?.type ?? asked.journey.type) {
    case 'TextBox':
      return { text: answer };
    case 'Table':
      return {
        rows: listIn(answer).map((row) => shownCells(row, linkTo)),
        displayRows: 'rows' in sample ? sample.rows.map(textsOf) : [],
        ...('rows' in sample && sample.totals && { totals: valuesOf(sample.totals) }),
      };
    case 'DropDown':
      return isChosenRow(answer)
        ? {
            value: answer.key,
            displayValue,
            itemCollectionId: asked.kind === 'person' ? null : LIST_ID,
          }
        : { value: answer, displayValue, itemCollectionId: null };
    case 'File':
      return { files };
    case 'Image':
      return { imageFile: files[0], retainedImage: null, files };
    case 'Signature':
      return { imageFile: files[0] };
    case 'Sketch': {
      const { imageFile = null, retainedImage = null, shapes } = sketchMembers(answer);
      return {
        imageFile: withLink(imageFile, linkTo),
        retainedImage: withLink(retainedImage, linkTo),
        shapes,
      };
    }
    default:
      return { value: answer, displayValue };
  }
}

const valuesOf = (totals: NonNullable<Rows['totals']>) =>
  Object.fromEntries(Object.entries(totals).map(([name, { value }]) => [name, value]));

const textsOf = (row: Rows['rows'][number]) =>
  Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, readsOf(cell, 'en')]));

/** Cells as `/v2` shows them: files with links, rows of lists as their keys. */
const shownCells = (row: JsonValue, linkTo: (id: string) => string): object =>
  Object.fromEntries(
    Object.entries(row as JsonObject).map(([name, cell]) => [name, shownCell(cell, linkTo)]),
  );

function shownCell(cell: JsonValue, linkTo: (id: string) => string): unknown {
  if (isChosenRow(cell)) return cell.key;
  if (!Array.isArray(cell) || !('id' in Object(cell[0]))) return cell;
  return cell.map((file: JsonValue) => withLink(file, linkTo));
}

const withLink = (file: JsonValue, linkTo: (id: string) => string): object => ({
  ...Object(file),
  link: linkTo(String(Reflect.get(Object(file), 'id'))),
});

/** Returns the text that people read for an answer without rows. */
export const readsOf = (sample: Value | Files, locale: keyof Words): string =>
  'reads' in sample ? sample.reads[locale] : sample.files.map(({ name }) => name).join(', ');

/** Returns the cell of a CSV table: numbers are written as programs write them, in every language. */
export function cellOf(sample: Value | Files, locale: keyof Words): string {
  if (!('value' in sample)) return readsOf(sample, locale);
  const { cell, value } = sample;
  if (typeof cell === 'object') return cell[locale];
  return cell ?? (typeof value === 'number' ? String(value) : readsOf(sample, locale));
}

/** Returns the printed text without white space; a file that is not drawn is printed with its size. */
export function printOf(sample: Value | Files, locale: keyof Words): string {
  if ('reads' in sample) return squeezed(sample.print ?? sample.reads[locale]);
  const unshown = locale === 'de' ? '(1 kB, hier nicht gezeigt)' : '(1 kB, not shown here)';
  return squeezed(
    sample.files
      .map(({ name, type }) => (type.startsWith('image/') ? name : `${name} ${unshown}`))
      .join(''),
  );
}

/** Removes white space, because lines in print break anywhere. */
export const squeezed = (text: string): string => text.replaceAll(/[\s\u200b]+/g, '');

/** Returns what is sent to `/v2` for the answer of a condition; for files, true stands for the first right one. */
export async function sendable(
  kind: Kind,
  question: string,
  value: JsonValue,
  upload: Upload,
): Promise<JsonObject> {
  const { member, right } = JOURNEYS[kind];
  const [sample] = right;
  if (sample === undefined || !('files' in sample)) return { [member]: value };
  if (kind === 'sketch') return sketchMembers(await sketchOf(question, sample, upload));
  return { [member]: await answerOf(question, sample, upload, member === 'imageFile') };
}
