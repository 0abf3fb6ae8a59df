import { UsageError } from '#commands/shell/failures.ts';
import type { Role } from '#directory/index.ts';

const ROLES = ['admin', 'designer', 'member'] as const satisfies readonly Role[];

/** @throws UsageError for a word that is not a role. */
export function parseRole(word: string): Role {
  const role = ROLES.find((each) => each === word);
  if (role) return role;
  throw new UsageError(`The role is one of ${ROLES.join(', ')}, not ${word}.`);
}
