// Whether an answer is on the paper as a whole.
import { type JsonValue, textOf } from '#kernel/json.ts';
import { ANSWER_NAME, ROW_NAME } from '#questionnaires/answers/row-names.ts';
import { filesIn } from '#questionnaires/reading/files-in-answer.ts';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';
import type { PaperBox } from './box.ts';
import { holds, isOfFiles, partsOfMoment } from './part-of-answer.ts';

/** Returns the question that a box shows; undefined for a text or a fact. */
export function questionOf({ shows }: PaperBox): string | undefined {
  if ('question' in shows) return shows.question;
  if ('signature' in shows) return shows.signature;
  if ('photo' in shows) return shows.photo;
  return 'rows' in shows ? shows.rows : undefined;
}

/** Returns whether the boxes of a question show all of its answer. That it fits into them is not asked here. */
export function isCovered(answer: ShownAnswer, boxes: readonly PaperBox[]): boolean {
  const parts = boxes.flatMap((box) =>
    'question' in box.shows && box.shows.part !== undefined ? [box.shows.part] : [],
  );
  if (isOfFiles(answer)) return areFilesCovered(answer, boxes);
  if (answer.rows) return areRowsCovered(answer, boxes, parts);
  if (boxes.some((box) => isWhole(box))) return true;
  if (answer.remark !== undefined && !parts.includes('remark')) return false;
  return isMomentCovered(answer, parts) || areChoicesCovered(answer, boxes, parts);
}

const isWhole = ({ shows, tick }: PaperBox): boolean =>
  tick === undefined && ('signature' in shows || ('question' in shows && shows.part === undefined));

const areFilesCovered = (answer: ShownAnswer, boxes: readonly PaperBox[]): boolean =>
  filesIn(answer).every((_, i) =>
    boxes.some((box) => ('photo' in box.shows ? box.shows.n === i + 1 : i === 0 && isWhole(box))),
  );

const isMomentCovered = ({ value }: ShownAnswer, parts: readonly string[]): boolean => {
  const needed = [...partsOfMoment(value).keys()];
  return needed.length > 0 && needed.every((part) => parts.includes(part));
};

/** The value of the choice whose text somebody typed. */
const OTHER = 'other';

function areChoicesCovered(
  { value, comment, remark }: ShownAnswer,
  boxes: readonly PaperBox[],
  parts: readonly string[],
): boolean {
  const ticked = (each: JsonValue): boolean =>
    boxes.some((box) => {
      if (!('question' in box.shows)) return false;
      const { part } = box.shows;
      if (part?.startsWith('choice:')) return holds(each, box.tick?.value ?? part.slice(7));
      return part === undefined && box.tick !== undefined && holds(each, box.tick.value ?? true);
    });
  const values: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  // A box that is left blank says "no" to a question that has only one.
  const isBlankNo = value === false && boxes.some(({ tick }) => tick !== undefined);
  const isTyped = holds(value, OTHER) && comment !== undefined && remark === undefined;
  if (isTyped && !parts.includes(OTHER)) return false;
  return isBlankNo || values.every(ticked);
}

function areRowsCovered(
  { rows = [], type, remark }: ShownAnswer,
  boxes: readonly PaperBox[],
  parts: readonly string[],
): boolean {
  if (remark !== undefined && !parts.includes('remark')) return false;
  const isShown = (cell: ShownAnswer): boolean =>
    boxes.some(
      ({ shows, tick }) =>
        'rows' in shows &&
        shows.column === cell.name &&
        shows.part === undefined &&
        (tick === undefined || cell.value === false || holds(cell.value, tick.value ?? true)),
    );
  return rows.every((row) => {
    const name = row.find((cell) => cell.name === ROW_NAME)?.value;
    return row.every(
      (cell) =>
        cell.state !== 'answered' ||
        isShown(cell) ||
        // The paper has the names of fixed rows printed.
        (cell.name === ROW_NAME && type !== 'paneldynamic') ||
        (cell.name === ANSWER_NAME && parts.includes(`row:${textOf(name)}`)),
    );
  });
}
