// Writes the table of the search results into docs/security.md, between two marks.
import { readFileSync, writeFileSync } from 'node:fs';
import type { Found } from './search.ts';

const DOCUMENT = new URL('../../docs/security.md', import.meta.url);

export interface Row {
  readonly route: string;
  readonly found: Found;
}

const markOf = (engine: string, edge: 'begin' | 'end'): string =>
  `<!-- budget of ${engine}: ${edge} -->`;

/** @param day as it is written, for instance 2026-11-23 */
export function writeTable(engine: string, day: string, tries: number, rows: readonly Row[]): void {
  const text = readFileSync(DOCUMENT, 'utf8');
  const [begin, end] = [markOf(engine, 'begin'), markOf(engine, 'end')];
  const [before, rest = ''] = text.split(begin, 2);
  const [, after] = rest.split(end, 2);
  if (after === undefined) throw new Error(`docs/security.md has no ${begin} or no ${end}`);
  writeFileSync(DOCUMENT, `${before}${begin}\n\n${tableOf(day, tries, rows)}\n${end}${after}`);
}

function tableOf(day: string, tries: number, rows: readonly Row[]): string {
  const head = [
    'route',
    'dearest request found',
    'answer',
    'body, kB',
    'longest turn, ms',
    'cost, ms',
  ];
  const dearest = [...Map.groupBy(rows, ({ route }) => route).values()].flatMap((group) =>
    group.toSorted((a, b) => b.found.score - a.found.score).slice(0, 1),
  );
  const lines = dearest.map(({ route, found }) => [
    `\`${route}\``,
    found.steps.length === 0 ? 'as it is' : [...new Set(found.steps)].join(', '),
    String(found.cost.status),
    (found.bytes / 1000).toFixed(1),
    shown(found.cost.stallMs, found.score > 1),
    shown(found.cost.cpuMs, found.score > 1),
  ]);
  const all = [head, ...lines];
  const widths = head.map((_, column) =>
    Math.max(...all.map((line) => (line[column] ?? '').length)),
  );
  const row = (line: readonly string[], fill = ' '): string =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |\n`;
  const body = [
    row(head),
    row(
      head.map(() => ''),
      '-',
    ),
    ...lines.map((line) => row(line)),
  ].join('');
  return `Found on ${day} with ${tries} requests for each route:\n\n${body}`;
}

/** Prints values beyond the budget in bold. */
const shown = (ms: number, isBeyond: boolean): string =>
  isBeyond ? `**${ms.toFixed(1)}**` : ms.toFixed(1);
