import type { Right } from '#http/principal.ts';
import { fail } from '#kernel/errors.ts';

/** All rights that a credential can be restricted to. */
export const RIGHTS = [
  'audit.read',
  'directory.read',
  'forms.read',
  'forms.write',
  'lists',
  'scim',
  'templates',
  'webhooks',
] as const satisfies readonly Right[];

const KNOWN: ReadonlySet<string> = new Set(RIGHTS);

/** Returns the text to store; null for everything that the user may do. @throws AppError `invalid-value`. */
export function storeRights(rights: readonly string[] | undefined): string | null {
  if (rights === undefined) return null;
  if (rights.length === 0 || rights.some((right) => !KNOWN.has(right))) {
    throw fail('invalid-value', `Send at least one of these rights: ${RIGHTS.join(', ')}.`, {
      because: { reason: 'not-allowed', allowed: RIGHTS.join(', ') },
      at: 'rights',
    });
  }
  return JSON.stringify([...new Set(rights)].sort());
}

export function readRights(stored: string | null): readonly string[] | undefined {
  if (stored === null) return undefined;
  const parsed: unknown = JSON.parse(stored);
  return Array.isArray(parsed) ? parsed.filter((right) => typeof right === 'string') : [];
}
