import { sql } from 'kysely';
import { keyOfName, nameKeys } from '#db/collapsed.ts';
import type { Reader } from '#db/database.ts';
import { precompile } from '#db/precompile.ts';
import { withManager } from '#directory/attributes/index-user.ts';
import { groupLinksJson, parseGroupLinks } from '#directory/groups/group-links.store.ts';
import type { Manager, User, UserText, UserView, UserVisibility } from '#directory/rows/records.ts';
import { toUser, type UserRow, userColumns } from '#directory/rows/users.store.ts';
import type { JsonObject } from '#kernel/json.ts';
import { findManagerByName, managersJson, parseManagers } from './managers.store.ts';
import { readSyncRules } from './sync-rules.store.ts';

interface DerivedRow {
  readonly managers: string | null;
  readonly group_links: string;
}

type ViewRow = UserRow & DerivedRow;
type TextRow = Pick<UserRow, (typeof textColumns)[number]> & DerivedRow;

const textColumns = ['manager_id', 'version', 'attributes', 'created_at', 'updated_at'] as const;
const everybody = sql`true`;
const unprotected = sql`u.protected = 0`;

interface UserKey {
  readonly accountId: string;
  readonly id: string;
}

const readColumns = <R>(
  columns: readonly (keyof UserRow)[],
  visible: typeof everybody,
): ReturnType<typeof precompile<R, UserKey>> =>
  precompile<R, UserKey>((db, { accountId, id }) => ({
    compile: () =>
      sql<R>`
        select ${sql.join(columns.map((name) => sql.ref(`u.${name}`)))},
          ${managersJson(db)} as managers,
          ${groupLinksJson(db)} as group_links
        from users u
        where u.account_id = ${accountId} and u.id = ${id} and ${visible}
      `.compile(db),
  }));

const read = {
  all: readColumns<ViewRow>(userColumns, everybody),
  provisioning: readColumns<ViewRow>(userColumns, unprotected),
} as const satisfies Record<UserVisibility, unknown>;

const readText = readColumns<TextRow>(textColumns, unprotected);

/**
 * Reads a user for SCIM, on its hot path: one statement, compiled once, nothing parsed. Break-glass users do not exist.
 */
export async function readUserText(
  db: Reader,
  accountId: string,
  id: string,
): Promise<UserText | undefined> {
  const [row] = await readText(db, { accountId, id });
  if (!row) return undefined;
  return {
    id,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    attributesText: row.attributes,
    managerText: row.manager_id ?? undefined,
    manager: await managerOf(db, accountId, row),
    groups: parseGroupLinks(row.group_links),
  };
}

/** Parses the attributes and adds the manager to them. */
export function parseAttributes({ attributesText, managerText }: UserText): JsonObject {
  return withManager(JSON.parse(attributesText), managerText ?? null);
}

/** Reads a user with groups (nested ones too) and the manager's name, in one statement that is compiled once. */
export async function readUser(
  db: Reader,
  accountId: string,
  id: string,
  visibility: UserVisibility,
): Promise<UserView | undefined> {
  const [row] = await read[visibility](db, { accountId, id });
  if (!row) return undefined;
  const user = { ...toUser(row), groups: parseGroupLinks(row.group_links) };
  const manager = await managerOf(db, accountId, row);
  return manager ? { ...user, manager } : user;
}

/** Returns the manager. Only if nobody has the id or externalId, it reads whether the account also looks for names. */
async function managerOf(
  db: Reader,
  accountId: string,
  { manager_id, managers }: Pick<ViewRow, 'manager_id' | 'managers'>,
): Promise<Manager | undefined> {
  const [first, ...others] = parseManagers(managers);
  if (first !== undefined || manager_id === null) return others.length === 0 ? first : undefined;
  const { managersByName } = await readSyncRules(db, accountId);
  return managersByName ? findManagerByName(db, accountId, manager_id) : undefined;
}

export async function findUserByName(
  db: Reader,
  accountId: string,
  userNameKey: string,
): Promise<{ readonly user: User; readonly passwordHash?: string } | undefined> {
  const row = await db
    .selectFrom('users')
    .select(userColumns)
    .select('password_hash')
    .where('account_id', '=', accountId)
    .where('user_name_key', '=', keyOfName(db, 'users', sql`${accountId}`, nameKeys(userNameKey)))
    .executeTakeFirst();
  if (!row) return undefined;
  const user = toUser(row);
  return row.password_hash === null ? { user } : { user, passwordHash: row.password_hash };
}

/** Returns the stored hash, so that a password that is sent again unchanged is not a change. */
export async function readPasswordHash(
  db: Reader,
  accountId: string,
  id: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.password_hash ?? undefined;
}
