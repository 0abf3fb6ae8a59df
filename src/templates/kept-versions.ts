import type { TemplateVersion } from '#form-basics/index.ts';

/** The characters of all definitions in memory. Most have a few thousand, and the longest two million. */
const MOST_CHARS = 4_194_304;

interface Kept {
  readonly version: TemplateVersion;
  readonly chars: number;
}

/** The longest unused comes first. */
const kept = new Map<string, Kept>();
let chars = 0;

const keyOf = (accountId: string, id: string): string => `${accountId}/${id}`;

/** Returns a version that was read before. A published version never changes, so that no node can make it wrong. */
export function keptVersion(accountId: string, id: string): TemplateVersion | undefined {
  const key = keyOf(accountId, id);
  const found = kept.get(key);
  if (!found) return undefined;
  kept.delete(key);
  kept.set(key, found);
  return found.version;
}

/** Keeps a version for the next ones who ask, who share it. @returns the version, which nobody can change */
export function keepVersion(
  accountId: string,
  version: TemplateVersion,
  length: number,
): TemplateVersion {
  freeze(version);
  const key = keyOf(accountId, version.id);
  if (length > MOST_CHARS || kept.has(key)) return version;
  kept.set(key, { version, chars: length });
  chars += length;
  for (const [oldest, { chars: its }] of kept) {
    if (chars <= MOST_CHARS) break;
    kept.delete(oldest);
    chars -= its;
  }
  return version;
}

function freeze(value: object): void {
  Object.freeze(value);
  for (const member of Object.values(value)) {
    if (typeof member === 'object' && member !== null && !Object.isFrozen(member)) freeze(member);
  }
}
