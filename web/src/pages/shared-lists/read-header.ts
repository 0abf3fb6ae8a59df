// Proposes the columns of a new list from the first rows of a file. The server reads the whole file later, by its rules.
import { createCsvReader } from '#lists/csv-records.ts';
import { LIST_LIMITS, type ListColumn } from '#lists/list.ts';

/** Bytes of the file that are looked at. */
const LOOKED_AT = 65_536;
const SAMPLES = 50;

/** Returns the columns that the first row names, with keys and types; empty when nothing can be read. */
export async function readColumns(file: Blob): Promise<readonly ListColumn[]> {
  const text = await file.slice(0, LOOKED_AT).text();
  const reader = createCsvReader({ cell: LIST_LIMITS.cell, cells: LIST_LIMITS.columns });
  const records = [...reader.push(text), ...(file.size > LOOKED_AT ? [] : reader.end())];
  const [header, ...rows] = records.map(({ cells }) => cells);
  if (header === undefined) return [];
  const keys = new Set<string>();
  return header.map((cell, i) => {
    const label = cell.trim() || `${i + 1}`;
    const key = freeKey(keys, keyFrom(label));
    keys.add(key);
    const values = rows.slice(0, SAMPLES).flatMap((cells) => cells[i]?.trim() || []);
    return { key, label, type: typeOf(values) };
  });
}

const KEY_LENGTH = 36;

/** Returns a key made of a label: small letters, digits and underscores. */
export function keyFrom(label: string): string {
  const plain = label
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_0-9]+|_+$/g, '')
    .slice(0, KEY_LENGTH);
  return plain === '' ? 'column' : plain;
}

/** Returns the key, or the next one that is free. */
export function freeKey(taken: ReadonlySet<string>, key: string): string {
  for (let n = 2; ; n += 1) {
    const tried = n === 2 ? key : `${key}_${n - 1}`;
    if (!taken.has(tried)) return tried;
  }
}

const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:[.,]\d{1,10})?$/;
const DATE = /^(?:\d{4}-\d\d-\d\d|\d\d?\.\d\d?\.\d{4})$/;

/** Returns the type that all values have. Numbers with leading zeros are codes, and so text. */
function typeOf(values: readonly string[]): ListColumn['type'] {
  if (values.length === 0) return 'text';
  if (values.every((value) => DATE.test(value))) return 'date';
  return values.every((value) => NUMBER.test(value)) ? 'number' : 'text';
}

/** Returns the column that is most likely the key: the first one whose values look like codes. */
export const likelyKey = (columns: readonly ListColumn[]): string =>
  (
    columns.find(({ key }) => /^(?:id|key|code|no|nr|number|nummer|sku)(?:_|$)/.test(key)) ??
    columns[0]
  )?.key ?? '';

/** Returns the column that people most likely choose by. */
export const likelyLabel = (columns: readonly ListColumn[], key: string): string =>
  (
    columns.find((each) => /name|title|titel|label|bezeichnung/.test(each.key)) ??
    columns.find((each) => each.key !== key && each.type === 'text')
  )?.key ?? key;
