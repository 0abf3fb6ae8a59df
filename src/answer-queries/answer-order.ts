import { type AnswerField, isSortable } from '#answer-index/index.ts';
import { badParameter } from '#http/v2/parameters.ts';

type Direction = 'asc' | 'desc';

/** A key by which the forms of a template are sorted: a property of the form, or the answer to a field. */
export type SortKey =
  | { readonly column: SortColumn; readonly direction: Direction }
  | {
      readonly field: string;
      readonly direction: Direction;
      /** The versions with each unit, the newest first. Any others belong to the last one. */
      readonly units: readonly (readonly string[])[];
    };
export type SortColumn = 'name' | 'lastUpdateDate' | 'createdDate' | 'number' | 'status';

/**
 * The keys of an order, the most important first. Forms with equal values follow by id, in the direction of the last
 * key. Numbers in different units are sorted within each unit, the newest unit first in both directions. Forms without an
 * answer to a field come last in both directions; those without any answer, by number.
 */
export type AnswerOrder = readonly SortKey[];

const MAX_SORT_KEYS = 2;
const NEWEST_FIRST: AnswerOrder = [{ column: 'lastUpdateDate', direction: 'desc' }];

const COLUMNS: ReadonlyMap<string, SortColumn> = new Map([
  ['name', 'name'],
  ['lastupdatedate', 'lastUpdateDate'],
  ['lastupdateddate', 'lastUpdateDate'],
  ['createddate', 'createdDate'],
  ['number', 'number'],
  ['status', 'status'],
]);

/**
 * Reads an order such as `4f1c… desc, name`: at most two keys, each a field id, or name, lastUpdateDate,
 * createdDate, number or status, then asc or desc.
 * @throws AppError `invalid-parameter` at `sort`
 */
export function parseAnswerOrder(
  text: string | undefined,
  fields: ReadonlyMap<string, AnswerField>,
): AnswerOrder {
  if (text === undefined || text.trim() === '') return NEWEST_FIRST;
  const parts = text.split(',');
  if (parts.length > MAX_SORT_KEYS) {
    throw badParameter('sort', `this must have at most ${MAX_SORT_KEYS} keys.`);
  }
  const order = parts.map((part) => readKey(part, fields));
  const names = order.map((key) => ('field' in key ? key.field : key.column));
  if (new Set(names).size < names.length) {
    throw badParameter('sort', 'this must name each key once.');
  }
  return order;
}

function readKey(part: string, fields: ReadonlyMap<string, AnswerField>): SortKey {
  const [name = '', given = 'asc', ...rest] = part.trim().split(/\s+/);
  const direction = given.toLowerCase();
  if ((direction !== 'asc' && direction !== 'desc') || rest.length > 0) {
    throw badParameter('sort', 'each key must be followed by asc or desc, or by nothing.');
  }
  const column = COLUMNS.get(name.toLowerCase());
  if (column !== undefined) return { column, direction };
  const field = fields.get(name);
  if (!field) {
    throw badParameter(
      'sort',
      'each key must be name, lastUpdateDate, createdDate, number, status or the id of a field of the template.',
      { reason: 'unknown-field', value: name },
    );
  }
  if (!isSortable(field)) {
    const text = 'places and columns of tables have no order. Sort by another field.';
    throw badParameter('sort', text);
  }
  const { id, units } = field;
  return { field: id, direction, units: units.map(({ versions }) => versions) };
}

/** Returns the order as text that parses to it again. */
export const printAnswerOrder = (order: AnswerOrder): string =>
  order.map((key) => `${'field' in key ? key.field : key.column} ${key.direction}`).join(',');
