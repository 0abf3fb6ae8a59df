import { createHash } from 'node:crypto';
import { MAX_INSTRUCTIONS, type Priority } from '#assignments/assignment.ts';
import type { NewAssignment } from '#assignments/check-order.ts';
import { parseMoment } from '#http/v2/date-time.ts';
import { counted } from '#kernel/counted.ts';
import { readDayText } from '#kernel/day-text.ts';
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { isStorable } from '#kernel/text.ts';
import { momentAt } from '#kernel/time-zone.ts';
import {
  readClock,
  readWritten,
  type WrittenQuestion,
} from '#questionnaires/reading/text-answers.ts';
import { type AssignmentRow, type AssignmentRowFault, LONGEST_CELL } from './row.shapes.ts';

/** What the rows of a file are read by. */
export interface RowReading {
  /** By name. */
  readonly questions: ReadonlyMap<string, WrittenQuestion>;
  /** The IANA name of the organisation's time zone. */
  readonly timeZone: string;
  readonly decimalComma: boolean;
}

/** What a row says beside the person. */
export interface ReadRow
  extends Pick<NewAssignment, 'dueAt' | 'priority' | 'instructions' | 'reference'> {
  readonly answers: JsonObject;
  /** What could not be read, and is left out of the others. */
  readonly faults: readonly AssignmentRowFault[];
}

type Read<T> = { readonly value: T } | { readonly fault: Omit<AssignmentRowFault, 'at' | 'field'> };

/** Reads the texts of a row. Empty ones count as missing. */
export function readRow(row: AssignmentRow, reading: RowReading): ReadRow {
  const faults: AssignmentRowFault[] = [];
  const take = <T>(
    at: 'dueDate' | 'priority' | 'instructions',
    read: (text: string) => Read<T>,
  ): T | undefined => {
    const text = row[at]?.trim() ?? '';
    if (text === '') return undefined;
    const result = read(text);
    if ('value' in result) return result.value;
    faults.push({ at, ...result.fault });
    return undefined;
  };
  const answers: [string, JsonValue][] = [];
  for (const [field, cell] of Object.entries(row.fields ?? {})) {
    const text = cell.trim();
    if (text === '') continue;
    const result = readField(reading, field, text);
    if ('value' in result) answers.push([field, result.value]);
    else faults.push({ at: 'fields', field, ...result.fault });
  }
  const reference = row.reference?.trim();
  return {
    dueAt: take('dueDate', (text) => readDue(text, reading.timeZone)),
    priority: take('priority', readPriority),
    instructions: take('instructions', readInstructions),
    ...(reference && { reference }),
    answers: Object.fromEntries(answers),
    faults,
  };
}

function readField(
  { questions, decimalComma }: RowReading,
  field: string,
  text: string,
): Read<JsonValue> {
  const question = questions.get(field);
  if (question === undefined) {
    return {
      fault: {
        code: 'unknown-field',
        text: 'The template has no question that a text can answer.',
      },
    };
  }
  if (!isStorable(text)) return { fault: NOT_STORABLE };
  if (text.length > LONGEST_CELL) return { fault: tooLong(LONGEST_CELL) };
  const reading = readWritten(question, text, decimalComma);
  if ('value' in reading) return reading;
  const { rule, limit, text: words } = reading.fault;
  return { fault: { code: rule, limit, text: words } };
}

const NOT_STORABLE = {
  code: 'not-storable',
  text: 'The text contains characters that cannot be stored.',
};

const tooLong = (limit: number) => ({
  code: 'max-length',
  limit,
  text: `The text may have at most ${counted(limit, 'character')}.`,
});

const WITH_OFFSET = /^\S+[T ]\d\d:\d\d\S*(?:Z|[+-]\d\d:?\d\d)$/i;

/** A day alone means the end of that day: whoever writes "by Friday" means the whole Friday. */
function readDue(text: string, timeZone: string): Read<number> {
  if (WITH_OFFSET.test(text)) {
    const moment = parseMoment(text.replace(' ', 'T'));
    if (moment) return { value: moment.ms };
  }
  const day = readDayText(text);
  const clock = day === undefined ? readClock(text) : `${day}T23:59`;
  if (clock !== undefined && parseMoment(clock)) return { value: momentAt(clock, timeZone) };
  return {
    fault: {
      code: 'due-date',
      limit: text,
      text: `${JSON.stringify(text)} is not a date. Write 2026-12-31, 2026-12-31 17:00, or 2026-12-31T17:00:00+01:00.`,
    },
  };
}

const PRIORITIES: ReadonlyMap<string, Priority> = new Map([
  ['normal', 'normal'],
  ['high', 'high'],
  ['hoch', 'high'],
]);

function readPriority(text: string): Read<Priority> {
  const value = PRIORITIES.get(text.toLowerCase());
  if (value !== undefined) return { value };
  const words = `${JSON.stringify(text)} is not a priority. Write normal or high.`;
  return { fault: { code: 'priority', limit: text, text: words } };
}

function readInstructions(text: string): Read<string> {
  if (!isStorable(text)) return { fault: NOT_STORABLE };
  return text.length > MAX_INSTRUCTIONS ? { fault: tooLong(MAX_INSTRUCTIONS) } : { value: text };
}

/**
 * Returns a reference made of all that a row says, however it is written: the same row again is the same work, and a
 * row that was changed is new work.
 */
export function referenceOf(
  { dueAt, priority = 'normal', instructions, answers }: ReadRow,
  templateId: string,
  personId: string,
): string {
  const sorted = Object.entries(answers).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const content = JSON.stringify([templateId, personId, dueAt, priority, instructions, sorted]);
  return `row-${createHash('sha256').update(content).digest('hex').slice(0, 32)}`;
}
