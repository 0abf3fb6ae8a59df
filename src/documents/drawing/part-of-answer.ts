// What a box shows of an answer: a text, a mark, or files.
import { type JsonValue, textOf } from '#kernel/json.ts';
import { ANSWER_NAME, ROW_NAME } from '#questionnaires/answers/row-names.ts';
import { filesIn } from '#questionnaires/reading/files-in-answer.ts';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';
import type { PaperBox, TickStyle } from './box.ts';

export type BoxContent =
  | { readonly text: string }
  | { readonly mark: TickStyle; readonly isMarked: boolean }
  | { readonly file: string };

const NOTHING = { text: '' };

/** Returns what a box shows of an answer, the n-th file of several. */
export function contentOf(
  { tick, empty }: Pick<PaperBox, 'tick' | 'empty'>,
  answer: ShownAnswer | undefined,
  part?: string,
  n = 1,
): BoxContent {
  if (!answer || answer.state === 'hidden') return NOTHING;
  if (isMark(tick, answer, part)) {
    return { mark: tick?.style ?? 'cross', isMarked: isMarked(answer, part, tick?.value) };
  }
  if (answer.state === 'unanswered') return { text: empty };
  if (part === undefined && isOfFiles(answer)) {
    const file = filesIn(answer)[n - 1];
    return file ? { file: file.id } : { text: n === 1 ? empty : '' };
  }
  return { text: textOfPart(answer, part) };
}

/** Returns whether an answer consists of files. */
export const isOfFiles = ({ type }: ShownAnswer): boolean =>
  type === 'file' || type === 'signaturepad' || type === 'sketch';

/** A choice is marked, unless it has a position. */
const isMark = (tick: PaperBox['tick'], { type }: ShownAnswer, part: string | undefined): boolean =>
  tick !== undefined || (part?.startsWith('choice:') === true && type !== 'ranking');

/** Returns whether an answer is a value, or contains it. To the engine, 1 and "1" are the same choice. */
export function holds(value: JsonValue, wanted: JsonValue): boolean {
  const values: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  return values.some((each) => each !== null && textOf(each) === textOf(wanted));
}

function isMarked(
  answer: ShownAnswer,
  part: string | undefined,
  wanted: string | number | boolean | undefined,
): boolean {
  if (part?.startsWith('choice:')) return holds(answer.value, wanted ?? part.slice(7));
  const value = part?.startsWith('row:')
    ? (cellInRow(answer, part.slice(4))?.value ?? null)
    : answer.value;
  return holds(value, wanted ?? true);
}

function textOfPart(answer: ShownAnswer, part: string | undefined): string {
  const { displayValue, remark, comment, value } = answer;
  if (part === undefined) return remark === undefined ? displayValue : `${displayValue}\n${remark}`;
  if (part === 'remark') return remark ?? '';
  if (part === 'other') return remark === undefined ? (comment ?? '') : '';
  if (part.startsWith('row:')) return cellInRow(answer, part.slice(4))?.displayValue ?? '';
  if (part.startsWith('choice:')) return positionOf(value, part.slice(7));
  return partsOfMoment(value).get(part) ?? '';
}

/** Returns the answer in a row of a Likert scale. */
const cellInRow = ({ rows = [] }: ShownAnswer, row: string): ShownAnswer | undefined =>
  rows
    .find((cells) => cells.some(({ name, value }) => name === ROW_NAME && textOf(value) === row))
    ?.find(({ name }) => name === ANSWER_NAME);

function positionOf(value: JsonValue, choice: string): string {
  const values: readonly JsonValue[] = Array.isArray(value) ? value : [];
  const at = values.findIndex((each) => textOf(each) === choice);
  return at === -1 ? '' : String(at + 1);
}

const DAY = /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)/;
const TIME = /(?:^|T)(?<hour>\d\d):(?<minute>\d\d)/;

/** Returns the parts of a day, a time, or both. */
export function partsOfMoment(value: JsonValue): ReadonlyMap<string, string> {
  if (typeof value !== 'string') return new Map();
  return new Map([DAY, TIME].flatMap((form) => Object.entries(form.exec(value)?.groups ?? {})));
}
