import { shownAttributes, type User } from '#directory/index.ts';
import type { ListedUser, LockedField } from './user.shapes.ts';
import type { ListedUserRow } from './user-list.store.ts';

/** Returns a user as lists show it. @param lastSignInAt in milliseconds since the epoch */
export function toListedUser(row: ListedUserRow, lastSignInAt: number | undefined): ListedUser {
  const { email } = shownAttributes(JSON.parse(row.attributes));
  return {
    id: row.id,
    userName: row.user_name,
    ...(row.display_name !== null && { displayName: row.display_name }),
    ...(email !== undefined && { email }),
    active: row.active === 1,
    blocked: row.blocked_at !== null,
    role: row.role,
    origin: row.origin,
    protected: row.protected === 1,
    ...(lastSignInAt !== undefined && { lastSignInAt: new Date(lastSignInAt).toISOString() }),
  };
}

const OWNED = ['userName', 'displayName', 'givenName', 'familyName', 'email', 'active'] as const;

/** Fields that the identity provider may not change for admins. */
const SIGN_IN: readonly LockedField[] = ['userName', 'email'];

/** Returns the fields that only the identity provider changes: its next sync would undo a change made here. */
export function lockedFieldsOf({ origin, protected: hidden, role }: User): LockedField[] {
  if (origin !== 'provisioned' || hidden) return [];
  return role === 'admin' ? OWNED.filter((name) => !SIGN_IN.includes(name)) : [...OWNED];
}
