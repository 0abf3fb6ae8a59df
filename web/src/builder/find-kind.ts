// Finds a kind of field by any of the names that other products use for it.
import { KIND_GROUPS, type Kind } from './kinds.ts';

type Group = keyof typeof KIND_GROUPS;

interface FoundGroup {
  readonly group: Group;
  readonly kinds: readonly Kind[];
}

export interface KindNames {
  readonly name: string;
  /** Other names, separated by commas. */
  readonly keywords: string;
}

export interface FoundKinds {
  readonly groups: readonly FoundGroup[];
  /** The kind that Enter adds: the beginning of its own name comes before another name. */
  readonly best: Kind | undefined;
}

const GROUPS: readonly Group[] = [
  'text',
  'time',
  'choice',
  'attachment',
  'capture',
  'layout',
  'static',
  'other',
];

/** Returns every kind for an empty text, else the kinds with a name that contains the text. */
export function findKinds(wanted: string, namesOf: (kind: Kind) => KindNames): FoundKinds {
  const folded = fold(wanted);
  const rank = (kind: Kind): number => {
    const { name, keywords } = namesOf(kind);
    const own = fold(name);
    if (own.startsWith(folded)) return 0;
    const others = keywords.split(',').map(fold);
    if (others.includes(folded)) return 1;
    if ([own, ...others].some((other) => startsWord(other, folded))) return 2;
    return [own, ...others].some((text) => text.includes(folded)) ? 3 : NONE;
  };
  const groups = GROUPS.map((group): FoundGroup => {
    const kinds: readonly Kind[] = KIND_GROUPS[group];
    return { group, kinds: kinds.filter((kind) => rank(kind) < NONE) };
  }).filter(({ kinds }) => kinds.length > 0);
  const [best] = groups.flatMap(({ kinds }) => kinds).toSorted((a, b) => rank(a) - rank(b));
  return { groups, best };
}

const NONE = 4;

/** Removes case and accents, and reads hyphens as spaces: people spell these names in many ways. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[-\s]+/g, ' ')
    .trim();

const startsWord = (text: string, wanted: string): boolean => ` ${text}`.includes(` ${wanted}`);
