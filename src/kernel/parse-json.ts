import { fail } from './errors.ts';
import { findJsonFault } from './find-json-fault.ts';
import { inTurns, letOthersIn } from './in-turns.ts';
import type { JsonValue } from './json.ts';
import { type Run, scanJson } from './scan-json.ts';

/** A value under construction. */
type Draft = string | number | boolean | null | Draft[] | { [name: string]: Draft };

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/**
 * Parses bytes as JSON. `__proto__` stays an ordinary own key, as with JSON.parse.
 * @throws AppError `malformed-text` for NUL or lone surrogates; `malformed-json` for anything that is not JSON, is not
 * UTF-8 (RFC 8259 §8.1), nests too deep or has too large an object
 */
export function parseJson(bytes: Uint8Array): JsonValue {
  const text = decode(bytes);
  const scan = scanJson(text);
  while (!scan.next().done);
  const value = parse(text);
  if (value !== undefined) return value;
  const fault = findJsonFault(text);
  for (;;) {
    const step = fault.next();
    if (step.done) throw malformed(text, step.value);
  }
}

/** How many characters are parsed in one turn. */
const RUN_LENGTH = 65_536;
/** A body of at most this many bytes is parsed in one turn. */
const SMALL = 131_072;
/** The most values outside of long arrays, or in one element of them; parsing them takes about 20 ms at worst. */
const MOST_VALUES = 50_000;

/** Parses a body that may be large, and lets other requests run between its parts. Throws as {@link parseJson}. */
export async function parseBodyJson(bytes: Uint8Array): Promise<JsonValue> {
  if (bytes.length <= SMALL) return parseJson(bytes);
  const text = decode(bytes);
  const scanned = await inTurns(scanJson(text, RUN_LENGTH));
  const { runs } = scanned;
  if (scanned.values > MOST_VALUES || runs.some(({ values }) => values > MOST_VALUES)) {
    throw fail(
      'malformed-json',
      `The body has more than ${MOST_VALUES} values outside of its lists, or in one element of a list.`,
    );
  }
  const value = await parseInRuns(text, runs);
  if (value !== undefined) return value;
  throw malformed(text, await inTurns(findJsonFault(text)));
}

/** Returns undefined for a text that is not JSON. */
async function parseInRuns(text: string, runs: readonly Run[]): Promise<Draft | undefined> {
  if (runs.length === 0) return parse(text);
  const lists: Draft[][] = [];
  for (const { start, end } of runs) {
    const elements = parse(`[${text.slice(start, end)}]`);
    // A run without elements is a comma with nothing beside it.
    if (!Array.isArray(elements) || elements.length === 0) return undefined;
    lists.push(elements);
    await letOthersIn();
  }
  const rest = parse(withoutRuns(text, runs));
  if (rest !== undefined) await inTurns(putBack(rest, lists));
  return rest;
}

/** Marks where a run was cut out; no body contains NUL. */
const MARK = '\0';

function withoutRuns(text: string, runs: readonly Run[]): string {
  let [rest, from] = ['', 0];
  for (const [at, { start, end }] of runs.entries()) {
    rest += `${text.slice(from, start)}${JSON.stringify(MARK + at)}`;
    from = end;
  }
  return rest + text.slice(from);
}

/** Replaces each mark by the elements of its run. Marks are only in arrays. */
function* putBack(value: Draft, lists: readonly Draft[][]): Generator<undefined, void> {
  if (typeof value !== 'object' || value === null) return;
  for (const inner of Object.values(value)) yield* putBack(inner, lists);
  if (!Array.isArray(value) || !value.some(isMark)) return;
  const parts = value.splice(0);
  for (const part of parts) {
    const run = runOf(part, lists);
    for (const element of run ?? [part]) value.push(element);
    if (run) yield;
  }
}

const isMark = (value: Draft): value is string =>
  typeof value === 'string' && value.startsWith(MARK);

const runOf = (part: Draft, lists: readonly Draft[][]): Draft[] | undefined =>
  isMark(part) ? lists[Number(part.slice(MARK.length))] : undefined;

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw fail('malformed-json', 'The body is not valid UTF-8.', { cause });
  }
}

/** Returns undefined for a text that is not JSON. The error of JSON.parse quotes the body and may show a password. */
function parse(text: string): Draft | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param at the position of the first wrong character, from 0 */
function malformed(text: string, at: number) {
  const sign = text.codePointAt(at);
  const what =
    sign === undefined
      ? 'it ends too early'
      : `unexpected ${JSON.stringify(String.fromCodePoint(sign))} at position ${at + 1}`;
  return fail('malformed-json', `The body is not JSON: ${what}.`);
}
