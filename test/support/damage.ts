// What a failing disk does to a file: one byte in place, or one bit of it.
import { readFileSync, writeFileSync } from 'node:fs';
import { seeded } from './seeded.ts';

export interface Damage {
  readonly name: string;
  /** Returns the bytes with the damage. */
  apply(bytes: Buffer): Buffer;
}

/**
 * Returns fifty changes of single bytes and fifty of single bits, at places that the seed chooses.
 * @param from the first byte that may change
 */
export function hundredDamages(seed: number, size: number, from = 0): readonly Damage[] {
  const random = seeded(seed);
  const below = (end: number): number => Math.floor(random() * end);
  return Array.from({ length: 100 }, (_, i) => {
    const at = from + below(size - from);
    const mask = i < 50 ? 1 + below(255) : 1 << below(8);
    return {
      name: `seed ${seed}: byte ${at} of ${size}, xor ${mask}`,
      apply(bytes) {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ mask;
        return changed;
      },
    };
  });
}

/** Changes one byte of a file in place, and returns a function that puts it right again. */
export function damageFile(path: string, at = 0): () => void {
  const sound = readFileSync(path);
  const changed = Buffer.from(sound);
  changed[at] = (changed[at] ?? 0) ^ 0x10;
  writeFileSync(path, changed);
  return () => writeFileSync(path, sound);
}
