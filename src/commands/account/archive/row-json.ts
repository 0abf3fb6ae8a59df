// A row of a table as JSON that people can read: names as the API has them, times in ISO 8601, flags as booleans, and
// JSON that a text holds as part of the line. Reading it back gives exactly the same row.
import type { CopiedColumn, Table } from '#commands/rows/rows.ts';
import type { JsonObject, JsonValue } from '#kernel/json.ts';

/** A row as the storage has it, by the names of its columns. */
export type StoredRow = Readonly<Record<string, unknown>>;

const FLAGS: ReadonlySet<string> = new Set([
  ...['active', 'assign', 'basic_allowed', 'blank_location', 'edit', 'enabled', 'fill'],
  ...['guard_enabled', 'has_changes', 'is_primary', 'keep_on_device', 'keeps_omitted_members'],
  ...['manage', 'managers_by_name', 'once_per_browser', 'open_to_all', 'password_despite_sso'],
  ...['proof_of_work', 'protected', 'public_links_allowed', 'restores_by_external_id'],
  ...['scim_active', 'sso_only', 'token_endpoint_audience', 'truncated'],
]);

/** The largest time that ISO 8601 with four digits of the year can hold: the end of the year 9999. */
const LAST_TIME = 253_402_300_799_999;

const isTime = ({ name }: CopiedColumn): boolean => name === 'at' || name.endsWith('_at');

/** Returns the name of a column or table as the API writes names. */
export const apiName = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** @param omitted names of columns that are not shown */
export function rowToJson(table: Table, row: StoredRow, omitted: readonly string[]): JsonObject {
  const shown = table.columns.filter(({ name }) => !omitted.includes(name));
  return Object.fromEntries(
    shown.map((column) => [apiName(column.name), cellToJson(table, column, row[column.name])]),
  );
}

function cellToJson(table: Table, column: CopiedColumn, value: unknown): JsonValue {
  if (value === null || value === undefined) return null;
  if (column.type === 'text' && typeof value === 'string') return textToJson(value);
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (typeof number !== 'number' || (column.type === 'integer' && !Number.isSafeInteger(number))) {
    throw new Error(`${table.name}.${column.name} holds a value of another type`);
  }
  if (FLAGS.has(column.name) && (number === 0 || number === 1)) return number === 1;
  if (isTime(column) && number >= 0 && number <= LAST_TIME) return new Date(number).toISOString();
  return number;
}

/** Returns objects and lists as such if nothing of the text is lost thereby: the audit log proves it to the letter. */
function textToJson(text: string): JsonValue {
  if (!text.startsWith('{') && !text.startsWith('[')) return text;
  const value = parsed(text);
  return value !== undefined && JSON.stringify(value) === text ? value : text;
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
