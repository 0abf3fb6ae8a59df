// What becomes of each row of a file.
import type {
  AssignmentRow,
  AssignmentRowFault,
  AssignmentRowResult,
} from '#web/api/assignments.ts';
import type { WorkFile } from './read-work-file.ts';

export interface Outcome
  extends Pick<AssignmentRowResult, 'row' | 'faults' | 'person' | 'dueDate'> {
  /** `same`: an earlier row of the file is the same piece of work. `open`: it was not asked about. */
  readonly kind: AssignmentRowResult['outcome'] | 'same' | 'open';
  /** Of `same`: the earlier row. */
  readonly first?: number;
}

export const KINDS = [
  'new',
  'exists',
  'same',
  'faulty',
  'open',
] as const satisfies readonly Outcome['kind'][];

const TOO_MANY_CELLS: AssignmentRowFault = {
  at: 'row',
  code: 'cell-count',
  text: 'The row has more cells than the file has columns.',
};

/** Returns the rows that have more cells than the first row: their cells may be those of other columns. */
export const tooLongRows = ({ headers, rows }: WorkFile): ReadonlySet<number> =>
  new Set(
    rows
      .filter(({ cells }) => cells.slice(headers.length).some((cell) => cell !== ''))
      .map(({ row }) => row),
  );

/** Returns an outcome for each row, in the order of the file. */
export function outcomesOf(
  rows: readonly AssignmentRow[],
  tooLong: ReadonlySet<number>,
  results: ReadonlyMap<number, AssignmentRowResult>,
): readonly Outcome[] {
  const firsts = new Map<string, number>();
  return rows.map(({ row }): Outcome => {
    if (tooLong.has(row)) return { row, kind: 'faulty', faults: [TOO_MANY_CELLS] };
    const result = results.get(row);
    if (result === undefined) return { row, kind: 'open', faults: [] };
    const { outcome, reference, faults, person, dueDate } = result;
    const said = { row, faults, ...(person && { person }), ...(dueDate && { dueDate }) };
    if (outcome === 'faulty' || reference === undefined) return { ...said, kind: outcome };
    const first = firsts.get(reference);
    if (first !== undefined) return { ...said, kind: 'same', first };
    firsts.set(reference, row);
    return { ...said, kind: outcome };
  });
}

export const countOf = (outcomes: readonly Outcome[], kind: Outcome['kind']): number =>
  outcomes.filter((each) => each.kind === kind).length;
