import { fail } from './errors.ts';
import { isStorable } from './text.ts';

// JSON.parse builds any value, however deep or large, and checking the finished value costs many times as much as
// parsing. Therefore the text is scanned first, each character once (decision 51).

/** The deepest nesting of arrays and objects that a body may have. */
const MAX_JSON_DEPTH = 32;
/** The most members of one object: a form has up to 2,000 answers, some of them with a comment. A new name costs ten values. */
const MAX_JSON_MEMBERS = 5000;

/** Some consecutive elements of one array, without the commas around them. */
export interface Run {
  readonly start: number;
  readonly end: number;
  /** Approximate number of values in the run. */
  readonly values: number;
}

export interface ScannedJson {
  /** Runs of elements to parse separately, in order; they do not overlap. */
  readonly runs: readonly Run[];
  /** Approximate number of values outside of the runs. */
  readonly values: number;
}

/** Characters to scan before other requests get a turn: less than a millisecond. */
const CHARACTERS_A_TURN = 262_144;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const LETTER_U = 0x75;
const LETTER_D = 0x64;
const LOWER_CASE = 0x20;

/** An open array or object. */
interface Level {
  isArray: boolean;
  start: number;
  /** Start of the run that may be cut out next. */
  runStart: number;
  /** Number of values before that run. */
  runValues: number;
  members: number;
  /** The last member name of an object. */
  keyStart: number;
  keyEnd: number;
}

/**
 * Checks that a text may be parsed; JSON.parse checks that it is JSON. Yields regularly, so that a long text does not
 * hold up other requests.
 * @param runLength the minimum length of a run of elements, in characters; if omitted, no runs are cut out
 * @throws AppError `malformed-json` for a nesting that is too deep or an object that is too large; `malformed-text` for
 * NUL or an unpaired surrogate, which only an escape can write
 */
export function* scanJson(
  text: string,
  runLength = Number.POSITIVE_INFINITY,
): Generator<undefined, ScannedJson> {
  const scan = new Scan(text, runLength);
  let pauseAt = CHARACTERS_A_TURN;
  for (let at = 0; at < text.length; at = scan.take(at)) {
    if (at < pauseAt) continue;
    yield;
    pauseAt = at + CHARACTERS_A_TURN;
  }
  return scan.result();
}

class Scan {
  readonly #text: string;
  readonly #runLength: number;
  /** One level per depth, reused, because there may be hundreds of thousands of arrays. */
  readonly #levels = Array.from({ length: MAX_JSON_DEPTH }, newLevel);
  #depth = 0;
  #level: Level | undefined;
  readonly #runs: Run[] = [];
  #values = 1;
  #cutValues = 0;
  #cutEnd = 0;
  /** Whether a string that comes now would be a member name if it is in an object. */
  #isNameNext = false;

  constructor(text: string, runLength: number) {
    this.#text = text;
    this.#runLength = runLength;
  }

  result(): ScannedJson {
    return { runs: this.#runs, values: this.#values - this.#cutValues };
  }

  /**
   * Handles the character at `at`.
   * @returns the position to continue at
   */
  take(at: number): number {
    switch (this.#text.charCodeAt(at)) {
      case QUOTE:
        return this.#string(at);
      case COMMA:
        this.#comma(at);
        break;
      case COLON:
        this.#isNameNext = false;
        break;
      case OPEN_ARRAY:
        this.#open(at, true);
        break;
      case OPEN_OBJECT:
        this.#open(at, false);
        break;
      case CLOSE_ARRAY:
        this.#cutRest(at);
        this.#close();
        break;
      case CLOSE_OBJECT:
        this.#close();
        break;
    }
    return at + 1;
  }

  #close(): void {
    this.#isNameNext = false;
    this.#depth = Math.max(0, this.#depth - 1);
    this.#level = this.#depth === 0 ? undefined : this.#levels[this.#depth - 1];
  }

  #open(at: number, isArray: boolean): void {
    const level = this.#levels[this.#depth];
    if (!level) throw tooDeep();
    this.#depth += 1;
    this.#level = level;
    this.#values += 1;
    this.#isNameNext = !isArray;
    level.isArray = isArray;
    level.start = at + 1;
    level.runStart = at + 1;
    level.runValues = this.#values;
    level.members = 1;
  }

  #comma(at: number): void {
    const level = this.#level;
    this.#values += 1;
    this.#isNameNext = true;
    if (!level) return;
    level.members += 1;
    if (level.isArray) this.#cut(level, at);
    else if (level.members > MAX_JSON_MEMBERS) throw tooManyMembers();
  }

  /** Cuts out the run of elements before this comma if it is long enough. */
  #cut(level: Level, at: number): void {
    if (at - level.runStart >= this.#runLength) this.#cutOut(level, at);
  }

  /**
   * Cuts out the rest of an array that runs were cut out of: the rests of several long arrays would add up to many
   * values outside of all runs.
   */
  #cutRest(at: number): void {
    const level = this.#level;
    if (level?.isArray && level.runStart > level.start) this.#cutOut(level, at);
  }

  /** Records a run, unless a nested run was cut out of it, and starts the next one. */
  #cutOut(level: Level, at: number): void {
    if (this.#cutEnd <= level.runStart) {
      const values = this.#values - level.runValues;
      this.#runs.push({ start: level.runStart, end: at, values });
      this.#cutValues += values;
      this.#cutEnd = at;
    }
    level.runStart = at + 1;
    level.runValues = this.#values;
  }

  #string(at: number): number {
    const end = this.#endOfString(at);
    const level = this.#level;
    if (this.#isNameNext && level) {
      level.keyStart = at;
      level.keyEnd = end;
    }
    return end;
  }

  /** Returns the position after the closing quote, or the end of the text. */
  #endOfString(start: number): number {
    const text = this.#text;
    for (let at = start + 1; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) return at + 1;
      if (code !== BACKSLASH) continue;
      at += 1;
      const half = halfAt(text, at);
      if (half === undefined) continue;
      const isPair = text.charCodeAt(at + 5) === BACKSLASH && halfAt(text, at + 6) === 'low';
      if (half !== 'high' || !isPair) throw unstorable(this.#name());
      at += 6;
    }
    return text.length;
  }

  /** Returns the name of the member that holds the current value, for errors. */
  #name(): string | undefined {
    const inner = this.#levels.slice(0, this.#depth).findLast(({ isArray }) => !isArray);
    if (!inner || (this.#isNameNext && inner === this.#level)) return undefined;
    try {
      const name: unknown = JSON.parse(this.#text.slice(inner.keyStart, inner.keyEnd));
      return typeof name === 'string' && isStorable(name) ? name : undefined;
    } catch {
      return undefined; // not JSON, so the name does not matter
    }
  }
}

/**
 * Returns what the escape at `at` stands for, if no store accepts that alone; undefined for other escapes. JSON.parse
 * checks the remaining digits.
 */
function halfAt(text: string, at: number): 'nul' | 'high' | 'low' | undefined {
  if (text.charCodeAt(at) !== LETTER_U) return undefined;
  const first = text.charCodeAt(at + 1) | LOWER_CASE;
  if (first === 0x30) return text.startsWith('000', at + 2) ? 'nul' : undefined;
  if (first !== LETTER_D) return undefined;
  const second = Number.parseInt(text.charAt(at + 2), 16);
  return second >= 0xc ? 'low' : second >= 8 ? 'high' : undefined;
}

const newLevel = (): Level => ({
  isArray: false,
  start: 0,
  runStart: 0,
  runValues: 0,
  members: 0,
  keyStart: 0,
  keyEnd: 0,
});

const tooDeep = () =>
  fail('malformed-json', `The body nests deeper than ${MAX_JSON_DEPTH} levels.`);

const tooManyMembers = () =>
  fail('malformed-json', `An object of the body has more than ${MAX_JSON_MEMBERS} members.`);

const unstorable = (at: string | undefined) =>
  fail(
    'malformed-text',
    'Text must not contain a NUL character or half of a surrogate pair.',
    at === undefined ? {} : { at },
  );
