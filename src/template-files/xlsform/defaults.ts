import { isObject, type JsonObject } from '#kernel/json.ts';
import type { FormWriter } from './form-writer.ts';
import type { SurveyItem } from './survey-tree.ts';

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'decimal', 'range']);
const FORMATS: ReadonlyMap<string, RegExp> = new Map([
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['time', /^\d\d:\d\d/],
  ['datetime', /^\d{4}-\d\d-\d\dT\d\d:\d\d/],
]);
const WITHOUT: ReadonlySet<string> = new Set(['image', 'file', 'rank', 'acknowledge']);

/** Returns the default value of a field, or its expression. */
export function defaultOf(writer: FormWriter, item: SurveyItem): JsonObject {
  const text = item.row.get('default');
  if (text === '') return {};
  if (/\$\{|^[a-z][\w:-]*\(.*\)$/i.test(text)) {
    const expression = writer.expressionIn(item, 'default');
    return expression === undefined ? {} : { defaultValueExpression: expression };
  }
  const value = readDefault(item, text);
  if (value !== undefined && isOffered(writer, item, value)) return { defaultValue: value };
  writer.note(item, 'unfitDefault', { value: text });
  return {};
}

function readDefault({ type }: SurveyItem, text: string): string | number | string[] | undefined {
  if (WITHOUT.has(type)) return undefined;
  if (NUMBERS.has(type)) return Number.isFinite(Number(text)) ? Number(text) : undefined;
  if (type === 'select_multiple') return text.split(/\s+/);
  const format = FORMATS.get(type);
  if (format === undefined) return text;
  const length = type === 'time' ? 5 : 16;
  return format.test(text) ? text.slice(0, length) : undefined;
}

function isOffered(
  writer: FormWriter,
  { list, type }: SurveyItem,
  value: string | number | readonly string[],
): boolean {
  if (list === '' || !/^select_/.test(type)) return true;
  const offered = new Set(writer.lists.get(list)?.map((choice) => choice.value));
  const values = isObject(value) || typeof value === 'number' ? [String(value)] : [value].flat();
  return values.every((each) => offered.has(each));
}
