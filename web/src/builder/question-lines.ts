// Questions that are pasted as lines: a title, and after a tab or a bar its type and its options.
import type { Field, JsonObject } from './definition.ts';
import { findKinds, type KindNames } from './find-kind.ts';
import { rowsFrom } from './fixed-rows.ts';
import {
  columnsOf,
  hasChoices,
  isStaticKind,
  type Kind,
  newField,
  type StartingWords,
} from './kinds.ts';
import { nameFrom } from './names.ts';
import { onOneLine, rowsIn } from './pasted-rows.ts';

/** The most lines that are read at once. */
export const MAX_LINES = 500;

export interface QuestionLine {
  readonly title: string;
  /** Undefined for the title of a page. */
  readonly kind: Kind | undefined;
  readonly isRequired: boolean;
  readonly options: readonly string[];
  /** What stands in the column of types and names none. */
  readonly unknownKind?: string;
}

/**
 * Reads `Title`, `Title *` for a required one, `Title | type`, `Title | type | A; B`, `Title | A; B` and `# Page`. Two
 * or three columns of a spreadsheet are read in the same way; a cell of several lines is one title, or one option per
 * line.
 */
export function readQuestionLines(
  text: string,
  namesOf: (kind: Kind) => KindNames,
): readonly QuestionLine[] {
  return rowsIn(text)
    .slice(0, MAX_LINES)
    .flatMap((cells) => readLine(cells, namesOf) ?? []);
}

function readLine(
  [cell = '', ...others]: readonly string[],
  namesOf: (kind: Kind) => KindNames,
): QuestionLine | undefined {
  const line = onOneLine(cell);
  const page = /^#+\s*(.+)$/.exec(line)?.[1];
  if (page !== undefined) return { title: page, kind: undefined, isRequired: false, options: [] };
  const parts = others.some((each) => each !== '') ? [line, ...others] : line.split(/\s*\|\s*/);
  const [first = '', second = '', third = ''] = parts;
  const title = first.replace(/\s*\*$/, '').trim();
  if (title === '') return undefined;
  const isRequired = /\*\s*$/.test(first);
  const typed = second.trim();
  if (third.trim() === '' && /[;,\n]/.test(typed)) {
    return { title, kind: 'radiogroup', isRequired, options: optionsIn(typed) };
  }
  const kind = typed === '' ? 'text' : findKinds(typed, namesOf).best;
  return {
    title,
    kind: kind ?? 'text',
    isRequired,
    options: kind === 'instructions' ? textIn(third) : optionsIn(third),
    ...(kind === undefined && { unknownKind: typed }),
  };
}

/** An instruction text is one text, whatever signs are in it. */
const textIn = (text: string): readonly string[] => (text.trim() === '' ? [] : [text.trim()]);

const SEPARATORS = ['\n', ';', ','];

/** Options are lines of a cell, or separated by semicolons, or by commas where there is no semicolon. */
const optionsIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(SEPARATORS.find((sign) => text.trim().includes(sign)) ?? ',')
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  ),
];

/** Returns the field that a line stands for. The options of a table are its columns, or its fixed rows; that of a number is its unit. */
export function fieldOf(line: QuestionLine, kind: Kind, words: Omit<StartingWords, 'name'>): Field {
  const { title, isRequired, options } = line;
  const name = nameFrom(title) || nameFrom(words.title) || 'field';
  const field = newField(kind, { ...words, title, name });
  const required = isRequired && isAsked(kind) && { isRequired: true };
  return { ...field, ...required, ...detailsOf(field, kind, options) };
}

const isAsked = (kind: Kind): boolean =>
  kind !== 'panel' && kind !== 'expression' && !isStaticKind(kind);

function detailsOf(field: Field, kind: Kind, options: readonly string[]): JsonObject {
  const [only] = options;
  if (only === undefined) return {};
  if (hasChoices(field.type)) return { choices: options };
  if (kind === 'number') return { unit: only };
  if (kind === 'instructions') return { content: only };
  if (kind === 'matrixdropdown') return { rows: rowsFrom(options.join('\n'), []) };
  if (kind !== 'matrixdynamic') return {};
  const [first] = columnsOf(field);
  const columns = options.map((heading, i) => ({
    ...first,
    name: nameFrom(heading) || `column_${i + 1}`,
    title: heading,
  }));
  return { columns };
}
