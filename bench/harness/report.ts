/** A table of texts. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** One goal of docs/benchmarks.md. */
export interface Goal {
  readonly what: string;
  /** The wording of the goal. */
  readonly reach: string;
  readonly measured: string;
  readonly isReached: boolean;
}

export interface Report {
  readonly title: string;
  /** How it was measured, and what a reader of the figures must know. */
  readonly method: readonly string[];
  readonly table: Table;
  readonly goals: readonly Goal[];
}

const GOAL_COLUMNS = ['goal', 'reach', 'measured', ''] as const;

export function goalTable(goals: readonly Goal[]): Table {
  return {
    columns: GOAL_COLUMNS,
    rows: goals.map(({ what, reach, measured, isReached }) => [
      what,
      reach,
      measured,
      isReached ? 'met' : 'missed',
    ]),
  };
}

/** Renders Markdown whose columns are also aligned as plain text. */
export function renderTable({ columns, rows }: Table): string {
  const widths = columns.map((name, at) =>
    Math.max(3, name.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(columns), rule, ...rows.map(line)].join('\n');
}

export function renderReport({ title, method, table, goals }: Report): string {
  const parts = [`## ${title}`, ...method, renderTable(table)];
  if (goals.length > 0) parts.push(renderTable(goalTable(goals)));
  return parts.join('\n\n');
}
