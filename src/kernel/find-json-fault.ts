/** Characters to read before other requests get a turn: less than a millisecond. */
const CHARACTERS_A_TURN = 65_536;

/** What may come next. */
type Next =
  | 'value'
  /** A value or `]`. */
  | 'element'
  /** A name or `}`. */
  | 'member'
  | 'name'
  | 'colon'
  /** A comma or the closing bracket, in an array and in an object. */
  | 'after element'
  | 'after member'
  | 'end';

/** What follows a sign, where the sign may come. */
const SIGNS: Readonly<Record<Next, Readonly<Record<string, Next | 'close'>>>> = {
  value: { '[': 'element', '{': 'member' },
  element: { '[': 'element', '{': 'member', ']': 'close' },
  member: { '}': 'close' },
  name: {},
  colon: { ':': 'value' },
  'after element': { ',': 'value', ']': 'close' },
  'after member': { ',': 'name', '}': 'close' },
  end: {},
};

/** The position after a token; `fault` if the character there is wrong. */
interface End {
  readonly end: number;
  readonly fault: boolean;
}

const BLANK = new Set([' ', '\t', '\n', '\r']);
const LITERALS: ReadonlyMap<string, string> = new Map([
  ['t', 'true'],
  ['f', 'false'],
  ['n', 'null'],
]);
/** As much of a number as there is; a whole one ends with a digit. */
const NUMBER = /-?(?:0|[1-9]\d*)?(?:(?<=\d)\.\d*)?(?:(?<=\d)[eE][+-]?\d*)?/y;
/** As much of an escape as there is behind its backslash. */
const ESCAPE = /(?:["\\/bfnrt]|u[\da-fA-F]{0,4})?/y;
const WHOLE_ESCAPE = /^(?:[^u]|u.{4})$/;

/**
 * Returns the position of the first character with which a text stops being the beginning of JSON (RFC 8259 §2), from 0;
 * the length of the text if it only ends too early. The errors of JSON.parse often have no position. Yields regularly.
 * @param text not JSON, as JSON.parse has found
 */
export function* findJsonFault(text: string): Generator<undefined, number> {
  const reading = new Reading(text);
  let pauseAt = CHARACTERS_A_TURN;
  let at = 0;
  while (at < text.length) {
    const { end, fault } = reading.take(at);
    if (fault) return end;
    at = end;
    if (at < pauseAt) continue;
    yield;
    pauseAt = at + CHARACTERS_A_TURN;
  }
  return text.length;
}

class Reading {
  readonly #text: string;
  /** The states after the values that are open. */
  readonly #open: Next[] = ['end'];
  #next: Next = 'value';

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads a blank, a sign or a word. */
  take(at: number): End {
    const sign = this.#text.charAt(at);
    if (BLANK.has(sign)) return { end: at + 1, fault: false };
    if ('[{]},:'.includes(sign)) return this.#sign(sign, at);
    return this.#word(sign, at);
  }

  #sign(sign: string, at: number): End {
    const then = SIGNS[this.#next][sign];
    if (then === undefined) return { end: at, fault: true };
    if (then === 'close') this.#open.pop();
    else if (then === 'element' || then === 'member') this.#open.push(`after ${then}`);
    this.#next = then === 'close' ? this.#afterValue() : then;
    return { end: at + 1, fault: false };
  }

  #word(sign: string, at: number): End {
    const isName = this.#next === 'name' || this.#next === 'member';
    const isValue = this.#next === 'value' || this.#next === 'element';
    if (!isValue && !(isName && sign === '"')) return { end: at, fault: true };
    this.#next = isName ? 'colon' : this.#afterValue();
    return sign === '"' ? endOfString(this.#text, at) : endOfWord(this.#text, at);
  }

  #afterValue(): Next {
    return this.#open.at(-1) ?? 'end';
  }
}

function endOfString(text: string, start: number): End {
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '"') return { end: at + 1, fault: false };
    if (sign < ' ') return { end: at, fault: true };
    if (sign !== '\\') continue;
    const escaped = matchAt(ESCAPE, text, at + 1);
    at += escaped.length;
    if (!WHOLE_ESCAPE.test(escaped)) return { end: at + 1, fault: at + 1 < text.length };
  }
  return { end: text.length, fault: false };
}

/** Returns the end of a number, or of true, false or null. */
function endOfWord(text: string, start: number): End {
  const literal = LITERALS.get(text.charAt(start));
  if (literal === undefined) {
    const number = matchAt(NUMBER, text, start);
    const end = start + number.length;
    return { end, fault: !/\d$/.test(number) && end < text.length };
  }
  for (const [i, letter] of [...literal].entries()) {
    const at = start + i;
    if (at < text.length && text.charAt(at) !== letter) return { end: at, fault: true };
  }
  return { end: start + literal.length, fault: false };
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
