import type { Cell, CopiedColumn, CopiedRow, Table } from '#commands/rows/rows.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { apiName } from './row-json.ts';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A column of a table, with the member of a line that holds its value; undefined for one that an archive omits. */
export interface LineMember {
  readonly column: CopiedColumn;
  readonly name: string | undefined;
}

/** Returns where the values of a row are in a line. @param omitted columns that are not in the line */
export const membersOf = ({ columns }: Table, omitted: readonly string[]): readonly LineMember[] =>
  columns.map((column) => ({
    column,
    name: omitted.includes(column.name) ? undefined : apiName(column.name),
  }));

/** @throws CommandFailure if the line is no object in JSON */
export function parseArchiveLine(line: string, where: string): JsonObject {
  const value = parsed(line);
  if (isObject(value)) return value;
  throw new CommandFailure(`${where} is not an object in JSON.`);
}

/**
 * Returns the row that a line shows, with null for what an archive omits.
 * @param where the line, for errors
 * @throws CommandFailure for a value that does not fit its column, or a member that is missing
 */
export function rowFromJson(
  members: readonly LineMember[],
  {
    account,
    object,
    where,
  }: { readonly account: string; readonly object: JsonObject; readonly where: string },
): CopiedRow {
  return members.map(({ column, name }) => {
    if (column.name === 'account_id') return account;
    if (name === undefined) return null;
    const value = member(object, name);
    const cell = value === undefined ? undefined : cellFrom(column, value);
    if (cell !== undefined) return cell;
    throw new CommandFailure(`${where} has no ${name} that fits.`);
  });
}

/** @returns undefined if it does not fit */
function cellFrom({ type }: CopiedColumn, value: JsonValue): Cell | undefined {
  if (value === null) return null;
  if (type === 'text') return textFrom(value);
  if (typeof value === 'boolean') return type === 'integer' ? BigInt(value) : undefined;
  const number = typeof value === 'string' && TIME.test(value) ? Date.parse(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  if (type === 'real') return number;
  return Number.isSafeInteger(number) ? BigInt(number) : undefined;
}

/** PostgreSQL stores neither NUL nor half of a character. */
function textFrom(value: JsonValue): string | undefined {
  const text = typeof value === 'object' ? JSON.stringify(value) : value;
  return typeof text === 'string' && !text.includes('\0') && text.isWellFormed() ? text : undefined;
}

function parsed(line: string): JsonValue | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
