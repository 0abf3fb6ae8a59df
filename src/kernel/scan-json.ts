import { fail } from './errors.ts';
import { isStorable } from './text.ts';

// JSON.parse makes whatever the text says, however deep and odd, and looking through all that it made costs many times
// what making it did. So the text is looked at before, each character once.

/** The deepest nesting of arrays and objects that a body may have. */
const MAX_JSON_DEPTH = 32;
/** The most members of one object: a name that is new costs ten times what a value does. */
const MAX_JSON_MEMBERS = 1000;

/** Some elements of one array, without the commas around them. */
export interface Run {
  readonly start: number;
  readonly end: number;
  /** Values in it, about. */
  readonly values: number;
}

export interface ScannedJson {
  /** Runs of elements that are cut out, in their order; none overlaps another. */
  readonly runs: readonly Run[];
  /** Values outside of them, about. */
  readonly values: number;
}

/** What it costs to go on without letting others in: below a millisecond. */
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

/** One array or object that is open. */
interface Level {
  isArray: boolean;
  start: number;
  /** Where the run of elements begins that may be cut out next. */
  runStart: number;
  /** Values before it. */
  runValues: number;
  members: number;
  /** Of the last name in an object. */
  keyStart: number;
  keyEnd: number;
}

/**
 * Whether text may become a value; that it is JSON is for JSON.parse to say. Yields now and then, so that whoever reads
 * a long text can let others in.
 * @param runLength the least characters of a run of elements; left out: nothing is cut
 * @throws AppError `malformed-json` for too deep a nesting and too large an object, `malformed-text` for NUL or half of
 * a surrogate pair, which only an escape can write
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
  /** One for each depth, used again: there may be hundreds of thousands of arrays. */
  readonly #levels = Array.from({ length: MAX_JSON_DEPTH }, newLevel);
  #depth = 0;
  #level: Level | undefined;
  readonly #runs: Run[] = [];
  #values = 1;
  #cutValues = 0;
  #cutEnd = 0;
  /** Whether a string that comes now is a name, when it comes in an object. */
  #isNameNext = false;

  constructor(text: string, runLength: number) {
    this.#text = text;
    this.#runLength = runLength;
  }

  result(): ScannedJson {
    return { runs: this.#runs, values: this.#values - this.#cutValues };
  }

  /** @returns where to go on */
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

  /** Ends the run of elements before this comma when it is long enough. */
  #cut(level: Level, at: number): void {
    if (at - level.runStart >= this.#runLength) this.#cutOut(level, at);
  }

  /** What is left of a list at its end: the rests of several long ones would be many values outside of all runs. */
  #cutRest(at: number): void {
    const level = this.#level;
    if (level?.isArray && level.runStart > level.start) this.#cutOut(level, at);
  }

  /** A run that another was cut out of stays. */
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

  /** Behind the closing quote, or the end of the text. */
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

  /** The name that a value stands under, for errors. */
  #name(): string | undefined {
    const inner = this.#levels.slice(0, this.#depth).findLast(({ isArray }) => !isArray);
    if (!inner || (this.#isNameNext && inner === this.#level)) return undefined;
    try {
      const name: unknown = JSON.parse(this.#text.slice(inner.keyStart, inner.keyEnd));
      return typeof name === 'string' && isStorable(name) ? name : undefined;
    } catch {
      return undefined; // no JSON: whose name it is does not matter
    }
  }
}

/** What an escape writes that no store keeps alone; undefined for all others. JSON.parse sees to its last digits. */
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
    'Text must not hold a NUL character or half of a surrogate pair.',
    at === undefined ? {} : { at },
  );
