// Functions that Formstead adds to the expressions of the engine, with the meaning that ODK gives to those of XLSForms
// (https://docs.getodk.org/form-operators-functions): whatever is calculated from a missing number is missing as well,
// and texts are compared letter by letter. The server and pages load this file, and it loads no engine.

/** Called with the values of its arguments; null is no value. */
type Compute = (values: readonly unknown[]) => unknown;

const DAY_MS = 86_400_000;

/** A function of numbers. Its result is null when one of them is missing, or when there is no finite result. */
const ofNumbers =
  (compute: (...numbers: readonly number[]) => number): Compute =>
  (values) => {
    const numbers = values.map(numberOf).filter((each) => each !== undefined);
    if (numbers.length < values.length) return null;
    const result = compute(...numbers);
    // Fifteen digits are exact; behind them, 0.1 + 0.2 is no 0.3.
    return Number.isFinite(result) ? Number(result.toPrecision(15)) : null;
  };

const ofTexts =
  (compute: (text: string, other: string) => unknown): Compute =>
  ([text, other]) =>
    compute(textOf(text), textOf(other));

const scaled = (value: number, digits: number, round: (value: number) => number): number => {
  const factor = 10 ** digits;
  return round(Number((value * factor).toPrecision(15))) / factor;
};

const COMPUTED: Readonly<Record<string, Compute>> = {
  add: ofNumbers((...[a = 0, b = 0]) => a + b),
  subtract: ofNumbers((...[a = 0, b = 0]) => a - b),
  multiply: ofNumbers((...[a = 0, b = 0]) => a * b),
  divide: ofNumbers((...[a = 0, b = 0]) => a / b),
  remainder: ofNumbers((...[a = 0, b = 0]) => a % b),
  power: ofNumbers((...[a = 0, b = 0]) => a ** b),
  absolute: ofNumbers((...[a = 0]) => Math.abs(a)),
  floor: ofNumbers((...[a = 0]) => Math.floor(a)),
  ceiling: ofNumbers((...[a = 0]) => Math.ceil(a)),
  truncate: ofNumbers((...[a = 0]) => Math.trunc(a)),
  roundTo: ofNumbers((...[a = 0, digits = 0]) => scaled(a, digits, Math.round)),
  least: ofNumbers((...all) => Math.min(...all)),
  greatest: ofNumbers((...all) => Math.max(...all)),
  toNumber: ofNumbers((...[a = 0]) => a),
  isEmpty: ([value]) => value === undefined || value === null || textOf(value) === '',
  isTrue: ([value]) => isTrue(value),
  isSame: ([a, b]) => isSame(a, b),
  textLength: ([text]) => [...textOf(text)].length,
  joinTexts: ([separator, ...texts]) => texts.map(textOf).join(textOf(separator)),
  containsText: ofTexts((text, part) => text.includes(part)),
  startsWith: ofTexts((text, start) => text.startsWith(start)),
  endsWith: ofTexts((text, end) => text.endsWith(end)),
  hasWord: ([list, word]) => itemsIn(list).includes(textOf(word)),
  listLength: ([list]) => itemsIn(list).length,
  itemAt: ([list, index]) => itemsIn(list)[numberOf(index) ?? -1] ?? null,
  valueInArray: ([entries, name, number]) =>
    membersOf(entries, name)[(numberOf(number) ?? 0) - 1] ?? null,
  joinInArray: ([entries, name, separator]) =>
    membersOf(entries, name).map(textOf).join(textOf(separator)),
  daysBetween([from, to]) {
    const [start, end] = [wallTimeOf(from), wallTimeOf(to)];
    return start === undefined || end === undefined ? null : (end - start) / DAY_MS;
  },
  addDays([date, days]) {
    const [start, count] = [wallTimeOf(date), numberOf(days)];
    return start === undefined || count === undefined ? null : spelled(start + count * DAY_MS);
  },
  formatDate([date, format]) {
    const time = wallTimeOf(date);
    return time === undefined ? null : formatted(time, textOf(format));
  },
};

export const OWN_FUNCTIONS: ReadonlyMap<string, Compute> = new Map(Object.entries(COMPUTED));

/** Returns the number that a value is or spells; undefined for any other. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (Array.isArray(value)) return value.length === 1 ? numberOf(value[0]) : undefined;
  if (typeof value !== 'string') return undefined;
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(value.trim()) ? Number(value) : undefined;
}

/** Returns a value as a text; several choices with a space between them. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(' ');
  if (value instanceof Date) return spelled(wallTimeOf(value) ?? 0);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}

function itemsIn(list: unknown): readonly unknown[] {
  if (Array.isArray(list)) return list;
  return textOf(list)
    .split(/\s+/)
    .filter((each) => each !== '');
}

function membersOf(entries: unknown, name: unknown): readonly unknown[] {
  // The engine has a table with fixed rows by their names.
  const list: readonly unknown[] =
    typeof entries === 'object' && entries !== null ? Object.values(entries) : [];
  return list.map((entry): unknown => {
    const value = memberOf(entry, textOf(name));
    // As everywhere in expressions, a row of a shared list is its key.
    const key = memberOf(value, 'key');
    return typeof key === 'string' ? key : value;
  });
}

const memberOf = (holder: unknown, name: string): unknown =>
  Object.getOwnPropertyDescriptor(Object(holder), name)?.value;

function isTrue(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  return typeof value === 'number' ? value !== 0 && !Number.isNaN(value) : textOf(value) !== '';
}

/**
 * Compares as XPath 1.0 does (section 3.4): as truth values, else as numbers, else as texts. Calculated truth values are
 * texts in ODK, so that one can be compared with `'false'`.
 */
function isSame(a: unknown, b: unknown): boolean {
  const isSpelled = [a, b].some((each) => each === 'true' || each === 'false');
  if ((typeof a === 'boolean' || typeof b === 'boolean') && !isSpelled) {
    return isTrue(a) === isTrue(b);
  }
  if (typeof a !== 'number' && typeof b !== 'number') return textOf(a) === textOf(b);
  const number = numberOf(a);
  return number !== undefined && number === numberOf(b);
}

/**
 * Returns the milliseconds that a date would be since the epoch if its wall clock were in UTC, so that every day has 24
 * hours. Dates of the engine have the wall clock as their local time.
 */
function wallTimeOf(value: unknown): number | undefined {
  if (value instanceof Date) {
    const time = Date.UTC(value.getFullYear(), value.getMonth(), value.getDate());
    const clock = [value.getHours(), value.getMinutes(), value.getSeconds()];
    return time + clock.reduce((sum, part) => sum * 60 + part, 0) * 1000;
  }
  const [, day, clock = '00:00'] = DATE.exec(textOf(value)) ?? [];
  const time = day === undefined ? Number.NaN : Date.parse(`${day}T${clock}Z`);
  return Number.isNaN(time) ? undefined : time;
}

const DATE = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?))?/;

/** Returns the day, or the day with its time, as answers are stored; an empty text for a year that has no four digits. */
function spelled(time: number): string {
  const date = new Date(Math.round(time / 1000) * 1000);
  if (Number.isNaN(date.getTime())) return '';
  const text = date.toISOString();
  if (!/^\d{4}-/.test(text)) return '';
  return text.slice(11, 19) === '00:00:00' ? text.slice(0, 10) : text.slice(0, 16);
}

const two = (part: number): string => String(part).padStart(2, '0');

const PARTS: ReadonlyMap<string, (date: Date) => string> = new Map([
  ['Y', (date) => String(date.getUTCFullYear())],
  ['y', (date) => two(date.getUTCFullYear() % 100)],
  ['m', (date) => two(date.getUTCMonth() + 1)],
  ['n', (date) => String(date.getUTCMonth() + 1)],
  ['d', (date) => two(date.getUTCDate())],
  ['e', (date) => String(date.getUTCDate())],
  ['H', (date) => two(date.getUTCHours())],
  ['h', (date) => String(date.getUTCHours())],
  ['M', (date) => two(date.getUTCMinutes())],
  ['S', (date) => two(date.getUTCSeconds())],
]);

/** Returns whether `formatDate` knows all parts of a format, such as `%d.%m.%Y`. Names of months have a language. */
export const isDateFormat = (format: string): boolean =>
  [...format.matchAll(/%(.?)/g)].every(([, part = '']) => PARTS.has(part));

const formatted = (time: number, format: string): string =>
  format.replaceAll(/%(.)/g, (all, part: string) => PARTS.get(part)?.(new Date(time)) ?? all);
