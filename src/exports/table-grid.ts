// A table of answers as a grid: its columns, how wide each is, and what stands in its cells.
import { ROW_NAME } from '#questionnaires/answers/row-names.ts';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';
import type { Piece } from '#typesetting/paragraphs.ts';
import type { Look, Pen } from '#typesetting/pen.ts';
import { BLACK, GREY } from './paper.ts';

export const CELL: Look = { size: 9, colour: BLACK };
export const HEAD: Look = { ...CELL, weight: 'bold' };
/** Between a line of the grid and what stands in a cell, in points. */
export const PADDING = 4;
/** How high and wide a picture in a cell is at most. */
export const CELL_PICTURE = 80;

/** Rows whose texts are measured to find the widths. */
const MEASURED_ROWS = 200;
const NARROWEST = 24;
/** A longer word is broken. */
const LONGEST_WORD = 140;
/** A text of several words gets at least this width, so that it does not become a pole of words. */
const TEXT_WIDTH = 70;
const WIDEST = 260;

export interface GridColumn {
  readonly name: string;
  readonly title: string;
  /** All its answers are numbers. */
  readonly isNumber: boolean;
}

export interface GridRow {
  /** Its title, or its number. */
  readonly title: string;
  readonly cells: ReadonlyMap<string, ShownAnswer>;
}

export interface Grid {
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
  readonly totals: ReadonlyMap<string, ShownAnswer>;
}

/** Returns an answer with rows as a grid; undefined where rows hold rows, which no grid can show. */
export function gridOf({ rows = [], rowTitles, totals = [] }: ShownAnswer): Grid | undefined {
  if (rows.length === 0 || rows.some((row) => row.some((cell) => cell.rows))) return undefined;
  const titles = rows.map((_, i) => rowTitles?.[i] || String(i + 1));
  const shown = rows.map((row, i) =>
    row.filter(
      ({ name, state, displayValue }) =>
        state !== 'hidden' && !(name === ROW_NAME && displayValue === titles[i]),
    ),
  );
  const columns = new Map<string, GridColumn>();
  for (const { name, title } of shown.flat()) {
    if (!columns.has(name)) columns.set(name, { name, title, isNumber: areNumbers(shown, name) });
  }
  return {
    columns: [...columns.values()],
    rows: shown.map((row, i) => ({
      title: titles[i] ?? '',
      cells: new Map(row.map((cell) => [cell.name, cell])),
    })),
    totals: new Map(totals.map((total) => [total.name, total])),
  };
}

/** A number with its unit is one too; a choice whose value is a number is read as a text. */
const areNumbers = (rows: readonly (readonly ShownAnswer[])[], name: string): boolean => {
  const answered = rows.flatMap((row) =>
    row.filter((cell) => cell.name === name && cell.state === 'answered'),
  );
  const isNumber = ({ value, displayValue }: ShownAnswer) =>
    typeof value === 'number' && /^[-−]?\d/u.test(displayValue);
  return answered.length > 0 && answered.every(isNumber);
};

/** Returns what is written in a cell. One that was hidden is empty, and one without an answer has a dash. */
export function textOfCell(cell: ShownAnswer | undefined): readonly Piece[] {
  if (cell === undefined) return [{ text: '' }];
  const { state, displayValue, remark } = cell;
  const text = state === 'answered' ? { text: displayValue } : { text: '–', colour: GREY };
  return remark === undefined ? [text] : [text, { text: `\n${remark}` }];
}

/**
 * Returns the widths of the columns, the first one that of the titles of rows, which fill `width` together; undefined
 * where they need more.
 * @param hasPictures whether the cells of a column are pictures
 */
export function widthsIn(
  pen: Pen,
  { columns, rows, totals }: Grid,
  width: number,
  hasPictures: (name: string) => boolean,
): readonly number[] | undefined {
  const some = rows.slice(0, MEASURED_ROWS);
  const wanted = [
    wish(
      pen,
      '',
      some.map(({ title }) => title),
    ),
    ...columns.map(({ name, title }) => {
      const texts = [...some.map(({ cells }) => cells.get(name)), totals.get(name)].map((cell) =>
        textOfCell(cell)
          .map(({ text }) => text)
          .join(''),
      );
      const { least, best } = wish(pen, title, hasPictures(name) ? [] : texts);
      return hasPictures(name)
        ? { least: Math.max(least, CELL_PICTURE), best: Math.max(best, CELL_PICTURE) }
        : { least, best };
    }),
  ];
  const room = width - 2 * PADDING * wanted.length;
  const sum = (of: 'least' | 'best') => wanted.reduce((all, each) => all + each[of], 0);
  const [least, best] = [sum('least'), sum('best')];
  if (least > room) return undefined;
  // Between the least and the best width, all columns get the same share of what they lack; what is left widens
  // all alike.
  const share = best > least ? Math.min(1, (room - least) / (best - least)) : 1;
  const wider = Math.max(1, room / best);
  return wanted.map(
    (each) => (each.least + (each.best - each.least) * share) * wider + 2 * PADDING,
  );
}

function wish(pen: Pen, title: string, texts: readonly string[]) {
  const head = pen.widthOf(title, HEAD);
  const all = texts.map((text) => pen.widthOf(text, CELL));
  const word = Math.max(head.word, ...all.map((each) => each.word));
  const best = Math.min(WIDEST, Math.max(NARROWEST, head.whole, ...all.map((each) => each.whole)));
  const least = Math.max(NARROWEST, Math.min(word, LONGEST_WORD), Math.min(best, TEXT_WIDTH));
  return { least, best: Math.max(least, best) };
}
