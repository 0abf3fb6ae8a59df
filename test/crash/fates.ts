// The ways in which a power cut may treat data that was not synced.
import { between, oneOf, type Random } from '../support/seeded.ts';
import type { DiskFate } from './disk.ts';

interface NamedFate extends DiskFate {
  readonly name: string;
}

export const NOTHING: NamedFate = {
  name: 'nothing of what was not synced',
  ofChange: () => 'gone',
  keepsSector: () => false,
  keepsName: () => false,
};
export const ALL: NamedFate = {
  name: 'all of what was not synced',
  ofChange: () => 'whole',
  keepsSector: () => true,
  keepsName: () => true,
};
/** Like file systems that write names first, and data at any time. */
const NAMES_ONLY: NamedFate = { ...NOTHING, name: 'names without bytes', keepsName: () => true };

/** Keeps any part of the changes, in any order, with one probability for the whole state. */
function some(random: Random, isTorn: boolean): NamedFate {
  const chance = between(random, 1, 9) / 10;
  const nameChance = between(random, 0, 10) / 10;
  return {
    name: isTorn ? 'parts, some of them torn' : 'parts of what was not synced',
    ofChange: () => {
      if (random() > chance) return 'gone';
      return isTorn && random() < 0.5 ? 'torn' : 'whole';
    },
    keepsSector: () => random() < 0.5,
    keepsName: () => random() < nameChance,
  };
}

export function chooseFate(random: Random): NamedFate {
  const fates = [NOTHING, ALL, NAMES_ONLY, some(random, false), some(random, true)] as const;
  return oneOf(random, fates);
}
