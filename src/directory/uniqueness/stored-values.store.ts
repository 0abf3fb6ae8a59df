import { type Kysely, sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { containsText } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import type { Comparisons } from '#directory/attributes/folding.ts';
import { indexGroup } from '#directory/attributes/index-group.ts';
import { indexUser, type ValueRow } from '#directory/attributes/index-user.ts';
import {
  type UniqueAttributes,
  type UniqueValue,
  uniqueValuesOf,
} from '#directory/attributes/unique-values.ts';
import { AppError } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { insertUnlessTaken, ownerOfValue } from './unique-values.store.ts';

/** A user or a group as it is stored. */
export interface StoredResource {
  readonly type: 'User' | 'Group';
  readonly accountId: string;
  readonly id: string;
  /** The stored attributes, without a user's manager. */
  readonly attributes: JsonObject;
  /** The single-valued attributes as filters compare them. */
  readonly folded: string;
}

/** A stored value that cannot be held unique. */
export interface UniquenessFault {
  readonly attribute: string;
  readonly accountId: string;
  /** The resources with the same value; a single one has a value that is too long for an index. */
  readonly ids: readonly string[];
}

/** Claims values for a resource. Returns the values that another resource has, with its id. */
type Claim = (
  resource: StoredResource,
  values: readonly UniqueValue[],
) => Promise<readonly { readonly attribute: string; readonly ownerId: string }[]>;

const TABLES = [
  ['users', 'User'],
  ['groups', 'Group'],
] as const;
const PAGE = 500;
/** The number of faults that are reported: enough to see what is wrong. */
const MOST_NAMED = 10;

/** Yields the users and groups of all accounts whose attributes contain the text, read page by page in order of id. */
export async function* resourcesWith(
  db: Reader,
  text: string,
  types: readonly string[] = ['User', 'Group'],
): AsyncGenerator<StoredResource> {
  for (const [table, type] of TABLES) {
    if (!types.includes(type)) continue;
    let after = { account_id: '', id: '' };
    for (;;) {
      const rows = await pageOf(db, table, text, after);
      for (const { account_id, id, attributes, folded } of rows) {
        yield { type, accountId: account_id, id, attributes: JSON.parse(attributes), folded };
      }
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) break;
      after = last;
    }
  }
}

async function pageOf(
  db: Kysely<Tables>,
  table: 'users' | 'groups',
  text: string,
  after: { readonly account_id: string; readonly id: string },
) {
  return await db
    .selectFrom(table)
    .select(['account_id', 'id', 'attributes', 'folded'])
    .where(sql<boolean>`(account_id, id) > (${after.account_id}, ${after.id})`)
    .where((eb) => containsText(db, eb.ref('attributes'), text))
    .orderBy('account_id')
    .orderBy('id')
    .limit(PAGE)
    .execute();
}

/**
 * Tells whether filters find a resource by its attributes: false when one compares differently than when it was stored.
 */
export async function isIndexedAs(
  db: Reader,
  { type, accountId, id, attributes, folded }: StoredResource,
  comparisons: Comparisons,
): Promise<boolean> {
  if (type === 'Group') return folded === indexGroup(attributes, comparisons).folded;
  const { columns, values } = indexUser(attributes, comparisons);
  if (folded !== columns.folded) return false;
  if (values.length === 0) return true;
  const rows = await db
    .selectFrom('user_values')
    .select(['attribute', 'ordinal', 'folded'])
    .where('account_id', '=', accountId)
    .where('user_id', '=', id)
    .execute();
  const textOf = (row: Pick<ValueRow, 'attribute' | 'ordinal' | 'folded'>) =>
    JSON.stringify([row.attribute, row.ordinal, row.folded]);
  const stored = new Set(rows.map(textOf));
  return rows.length === values.length && values.every((value) => stored.has(textOf(value)));
}

/** Indexes the stored values of attributes that become unique. Returns the first few conflicts. */
export const indexStoredValues = (
  tx: Tx,
  unique: UniqueAttributes,
): Promise<readonly UniquenessFault[]> =>
  claimAll(tx, unique, async ({ accountId, id }, values) => {
    const taken = await insertUnlessTaken(tx, { accountId, id }, values);
    return await Promise.all(
      taken.map(async (value) => ({
        attribute: value.attribute,
        ownerId: await ownerOfValue(tx, accountId, value),
      })),
    );
  });

/** Finds the same conflicts without changing anything. */
export function findUniquenessFaults(
  db: Reader,
  unique: UniqueAttributes,
): Promise<readonly UniquenessFault[]> {
  const owners = new Map<string, string>();
  return claimAll(db, unique, async ({ accountId, id }, values) =>
    values.flatMap(({ attribute, value_key }) => {
      const key = JSON.stringify([accountId, attribute, value_key]);
      const ownerId = owners.get(key);
      if (ownerId === undefined) owners.set(key, id);
      return ownerId === undefined ? [] : { attribute, ownerId };
    }),
  );
}

async function claimAll(
  db: Reader,
  unique: UniqueAttributes,
  claim: Claim,
): Promise<readonly UniquenessFault[]> {
  const faults: UniquenessFault[] = [];
  // A path begins with the URN of its schema, which is the name of a member in the attributes.
  const urns = new Set([...unique.keys()].map((path) => path.slice(0, path.lastIndexOf(':'))));
  for (const urn of urns) {
    for await (const resource of resourcesWith(db, JSON.stringify(urn))) {
      const ofSchema = new Map([...unique].filter(([path]) => path.startsWith(`${urn}:`)));
      faults.push(...(await faultsOf(resource, ofSchema, claim)));
      if (faults.length >= MOST_NAMED) return faults;
    }
  }
  return faults;
}

async function faultsOf(
  resource: StoredResource,
  unique: UniqueAttributes,
  claim: Claim,
): Promise<readonly UniquenessFault[]> {
  const { accountId, id } = resource;
  try {
    const taken = await claim(resource, uniqueValuesOf(resource.attributes, unique));
    return taken.map(({ attribute, ownerId }) => ({ attribute, accountId, ids: [ownerId, id] }));
  } catch (error) {
    if (!(error instanceof AppError) || error.at === undefined) throw error;
    return [{ attribute: error.at, accountId, ids: [id] }];
  }
}
