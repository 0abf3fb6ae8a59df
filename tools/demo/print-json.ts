const MAX_TEXT = 46;
const MAX_ITEMS = 2;
const MAX_LIST = 5;

/**
 * Formats JSON for people: values that fit stay on one line; long texts and lists are shortened with `…`.
 * @param width the maximum length of a line
 */
export function printJson(value: unknown, width: number): string {
  return print(shorten(value), width, '');
}

/** The number of items left out of a list; printed without quotes. */
class LeftOut {
  readonly count: number;
  constructor(count: number) {
    this.count = count;
  }
}

function shorten(value: unknown): unknown {
  if (typeof value === 'string') return isLong(value) ? `${value.slice(0, MAX_TEXT)}…` : value;
  if (Array.isArray(value)) return shortenList(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shorten(each)]));
}

// URNs and URLs are shortened only if they are very long, because half of one says nothing.
function isLong(text: string): boolean {
  return text.length > (/^(urn|https):|\s/.test(text) ? 4 * MAX_TEXT : MAX_TEXT);
}

function shortenList(list: readonly unknown[]): readonly unknown[] {
  const plain = list.every((each) => typeof each !== 'object');
  if (list.length <= (plain ? MAX_LIST : MAX_ITEMS)) return list.map(shorten);
  return [...list.slice(0, MAX_ITEMS).map(shorten), new LeftOut(list.length - MAX_ITEMS)];
}

/** Formats a value; `room` is the rest of the line on which it begins. */
function print(value: unknown, width: number, indent: string, room = width): string {
  const line = inline(value);
  if (line.length <= room) return line;
  // Leaves room for the quote, the `…` and a comma.
  if (typeof value === 'string') return `${line.slice(0, room - 3)}…"`;
  if (typeof value !== 'object' || value === null || value instanceof LeftOut) return line;
  const inner = `${indent}  `;
  const rest = width - inner.length - 1;
  if (Array.isArray(value)) {
    const parts = value.map((each) => print(each, width, inner, rest));
    return wrap('[', parts, ']', indent);
  }
  const members = Object.entries(value).map(([name, each]) => {
    const label = `${JSON.stringify(name)}: `;
    return `${label}${print(each, width, inner, rest - label.length)}`;
  });
  return wrap('{', members, '}', indent);
}

function wrap(open: string, parts: readonly string[], close: string, indent: string): string {
  return `${open}\n${parts.map((part) => `${indent}  ${part}`).join(',\n')}\n${indent}${close}`;
}

function inline(value: unknown): string {
  if (value instanceof LeftOut) return `… ${value.count} more`;
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, each]) => `${JSON.stringify(name)}: ${inline(each)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
