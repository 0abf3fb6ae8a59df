// The calculation of a column as its editor chooses it: a column, an operation, and a number or another column. It is
// stored as the expression that the forms engine calculates.
import { type JsonObject, textOf } from './definition.ts';
import { columnKindOf } from './kinds.ts';

export const OPERATIONS = ['*', '/', '+', '-'] as const;
export type Operation = (typeof OPERATIONS)[number];

export interface ColumnFormula {
  /** The name of the column on the left. */
  readonly left: string;
  readonly operation: Operation;
  /** The name of another column, or a number. */
  readonly right: { readonly column: string } | { readonly number: number };
}

const FORMULA =
  /^\s*\{\s*row\.([^{}]+?)\s*\}\s*([*/+-])\s*(?:\{\s*row\.([^{}]+?)\s*\}|(-?\d+(?:\.\d+)?))\s*$/i;

/** Returns the choices that an expression stands for; undefined for an expression that they cannot make. */
export function parseFormula(expression: string): ColumnFormula | undefined {
  const [, left, sign, column, number] = FORMULA.exec(expression) ?? [];
  const operation = OPERATIONS.find((each) => each === sign);
  if (left === undefined || operation === undefined) return undefined;
  const right = column === undefined ? { number: Number(number) } : { column };
  return { left, operation, right };
}

export function writeFormula({ left, operation, right }: ColumnFormula): string {
  const second = 'column' in right ? `{row.${right.column}}` : plain(right.number);
  return `{row.${left}} ${operation} ${second}`;
}

/** The engine reads no exponents. */
const plain = (value: number): string =>
  value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 12 });

/** Returns the columns that a column can be calculated from: numbers that are not calculated from it themselves. */
export function operandsOf(columns: readonly JsonObject[], index: number): readonly JsonObject[] {
  const dependent = new Set([nameOf(columns[index] ?? {})]);
  // Each round adds at least one column, or is the last.
  for (let size = 0; size < dependent.size; ) {
    size = dependent.size;
    for (const column of columns) {
      if (namedIn(column).some((name) => dependent.has(name))) dependent.add(nameOf(column));
    }
  }
  return columns.filter((column) => isNumeric(column) && !dependent.has(nameOf(column)));
}

const nameOf = (column: JsonObject): string => textOf(column['name']).toLowerCase();

/** Returns the names of the columns that a calculation uses. */
const namedIn = ({ cellType, expression }: JsonObject): readonly string[] =>
  cellType === 'expression'
    ? [...textOf(expression).matchAll(/\{\s*row\.([^{}]+?)\s*\}/gi)].map(([, name = '']) =>
        name.toLowerCase(),
      )
    : [];

const isNumeric = (column: JsonObject): boolean => {
  const kind = columnKindOf(column);
  return kind === 'number' || kind === 'rating' || kind === 'expression';
};

export const TOTALS = ['sum', 'avg', 'min', 'max', 'count'] as const;
export type Total = (typeof TOTALS)[number];

/** Returns the total of a column: `own` for an expression of its author; undefined for none. */
export function totalOf({ totalType, totalExpression }: JsonObject): Total | 'own' | undefined {
  if (textOf(totalExpression).trim() !== '') return 'own';
  return TOTALS.find((total) => total === totalType);
}

/** Returns the properties of a column with this total. */
export const withTotal = (total: Total | undefined): JsonObject => ({
  totalType: total,
  totalExpression: undefined,
  totalFormat: undefined,
});

/** Returns the totals that a column can have: only numbers can be added. */
export const totalsFor = (column: JsonObject): readonly Total[] =>
  isNumeric(column) ? TOTALS : ['count'];
