import { fail } from './errors.ts';
import { inTurns, letOthersIn } from './in-turns.ts';
import type { JsonValue } from './json.ts';
import { type Run, scanJson } from './scan-json.ts';

/** A value while it is put together. */
type Draft = string | number | boolean | null | Draft[] | { [name: string]: Draft };

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/**
 * Text in bytes as JSON. `__proto__` stays an ordinary own key, as JSON.parse makes it.
 * @throws AppError `malformed-text` for NUL or lone surrogates, `malformed-json` for anything that is
 * not JSON, text that is not UTF-8 among it (RFC 8259 §8.1), nests too deep or has too large an object.
 */
export function parseJson(bytes: Uint8Array): JsonValue {
  const text = decode(bytes);
  const scan = scanJson(text);
  while (!scan.next().done);
  return parse(text, 0);
}

/** Characters that are parsed at once. */
const RUN_LENGTH = 65_536;
/** A body up to so many bytes is parsed at once. */
const SMALL = 131_072;
/** Values outside of long lists, or in one element of them: parsing them takes some 20 ms at the worst. */
const MOST_VALUES = 50_000;

/** The same of a body that may be large: others are let in between its parts. */
export async function parseBodyJson(bytes: Uint8Array): Promise<JsonValue> {
  if (bytes.length <= SMALL) return parseJson(bytes);
  const text = decode(bytes);
  const scanned = await inTurns(scanJson(text, RUN_LENGTH));
  const { runs } = scanned;
  if (scanned.values > MOST_VALUES || runs.some(({ values }) => values > MOST_VALUES)) {
    throw fail(
      'malformed-json',
      `The body has more than ${MOST_VALUES} values outside of its lists, or in one element of them.`,
    );
  }
  if (runs.length === 0) return parse(text, 0);
  const lists: Draft[][] = [];
  for (const run of runs) {
    lists.push(parseRun(text, run));
    await letOthersIn();
  }
  const rest = parse(withoutRuns(text, runs), undefined);
  await inTurns(putBack(rest, lists));
  return rest;
}

/** Stands for a run of elements: no body holds a NUL. */
const MARK = '\0';

function withoutRuns(text: string, runs: readonly Run[]): string {
  let [rest, from] = ['', 0];
  for (const [at, { start, end }] of runs.entries()) {
    rest += `${text.slice(from, start)}${JSON.stringify(MARK + at)}`;
    from = end;
  }
  return rest + text.slice(from);
}

function parseRun(text: string, { start, end }: Run): Draft[] {
  const elements = parse(`[${text.slice(start, end)}]`, start - 1);
  if (Array.isArray(elements) && elements.length > 0) return elements;
  throw malformed(`an element is missing at position ${end}`);
}

/** Puts the elements of each run in the place of its mark. Marks stand in arrays only. */
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

/** @param offset of the text in the body; undefined when positions in it mean nothing */
function parse(text: string, offset: number | undefined): Draft {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // Without its cause, which quotes the body: a password may be what is wrong with it.
    const found = cause instanceof Error ? /position (\d+)/.exec(cause.message) : null;
    if (offset === undefined) throw malformed('something is wrong outside of its lists');
    throw malformed(
      found ? `unexpected character at position ${Number(found[1]) + offset}` : 'it ends too early',
    );
  }
}

const malformed = (what: string) => fail('malformed-json', `The body is not JSON: ${what}.`);
