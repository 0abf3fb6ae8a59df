// Regular expressions of the usual shapes as what a text field has instead: a preset, a mask, limits of its length. No
// other one can be had (decision 69). ODK compares the whole answer, with or without `^` and `$`.
import {
  asksSomething,
  MAX_MASK_LENGTH,
  type Preset,
} from '#questionnaires/answers/text-pattern.ts';

export interface RegexShape {
  readonly preset?: Preset;
  readonly mask?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Whether it takes more answers than the regular expression: letters of every case and alphabet. */
  readonly isWider: boolean;
}

type Kind = 'digit' | 'letter' | 'either' | 'any' | 'literal';

interface Part {
  readonly kind: Kind;
  readonly text: string;
  readonly least: number;
  readonly most: number;
}

const MAX_LENGTH = 200;
const MAX_REPEATS = 1000;
const PART =
  /(?:(?<digit>\\d|\[0-9\]|\[\\d\])|(?<set>\\w|\[[A-Za-z0-9\\ -]{3,20}\])|(?<any>\.)|\\(?<escaped>[^A-Za-z0-9])|(?<plain>[^\\[\](){}|?*+.^$]))(?:\{(?<fixed>\d{1,4})(?<range>,(?<most>\d{0,4}))?\}|(?<sign>[+*?]))?/y;

/** Returns the shape of a regular expression; undefined for one that no field can check. */
export function shapeOfRegex(source: string): RegexShape | undefined {
  const parts = partsOf(source.replace(/^\^/, '').replace(/\$$/, ''));
  if (parts === undefined || parts.length === 0) return undefined;
  const [only] = parts;
  const isWider = parts.some(({ kind }) => kind === 'letter' || kind === 'either');
  if (parts.length === 1 && only !== undefined && only.kind !== 'literal') {
    const preset = PRESETS[only.kind];
    return {
      ...(preset !== undefined && { preset }),
      ...(only.least > 1 && { minLength: only.least }),
      ...(only.most < MAX_REPEATS && { maxLength: only.most }),
      isWider,
    };
  }
  if (parts.some(({ kind, least, most }) => kind === 'any' || least !== most)) return undefined;
  const mask = parts.map(({ kind, text, least }) => slot(kind, text).repeat(least)).join('');
  const fits = [...mask].length <= MAX_MASK_LENGTH && asksSomething(mask);
  return fits ? { mask, isWider } : undefined;
}

const PRESETS: Readonly<Record<Exclude<Kind, 'literal'>, Preset | undefined>> = {
  digit: 'digits',
  letter: 'letters',
  either: 'letters-digits',
  any: undefined,
};

function slot(kind: Kind, text: string): string {
  if (kind === 'digit') return '9';
  if (kind === 'letter') return 'a';
  return kind === 'either' ? '#' : /[9a#\\]/.test(text) ? `\\${text}` : text;
}

function partsOf(source: string): readonly Part[] | undefined {
  if (source.length > MAX_LENGTH) return undefined;
  const parts: Part[] = [];
  PART.lastIndex = 0;
  while (PART.lastIndex < source.length) {
    const { groups } = PART.exec(source) ?? {};
    const kind = groups && kindOf(groups);
    if (groups === undefined || kind === undefined) return undefined;
    parts.push({ kind, text: groups['escaped'] ?? groups['plain'] ?? '', ...timesOf(groups) });
  }
  return parts;
}

type Groups = Readonly<Record<string, string | undefined>>;

function kindOf({ digit, set, any }: Groups): Kind | undefined {
  if (digit !== undefined) return 'digit';
  if (set !== undefined) return kindOfSet(set);
  return any === undefined ? 'literal' : 'any';
}

/** Returns how often a part may come. */
function timesOf({ fixed, range, most, sign }: Groups): Pick<Part, 'least' | 'most'> {
  if (fixed !== undefined) {
    const least = Number(fixed);
    if (range === undefined) return { least, most: least };
    return { least, most: most ? Number(most) : MAX_REPEATS };
  }
  const least = sign === '*' || sign === '?' ? 0 : 1;
  return { least, most: sign === '*' || sign === '+' ? MAX_REPEATS : 1 };
}

/** Returns what a set such as `[A-Za-z]` takes; undefined for one without a kind of its own. */
function kindOfSet(set: string): Kind | undefined {
  if (set === '\\w') return 'either';
  const inside = set.slice(1, -1);
  const rest = inside.replaceAll(/A-Z|a-z/g, '');
  if (rest.length === inside.length) return undefined;
  if (rest === '0-9' || rest === '\\d') return 'either';
  return /^(?: |-|\\s)*$/.test(rest) ? 'letter' : undefined;
}
