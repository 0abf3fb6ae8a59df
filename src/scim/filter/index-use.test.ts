import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CompiledQuery, sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { groupListing } from '#scim/groups/group-listing.ts';
import type { Listing } from '#scim/list/listing.ts';
import { countQuery, pageQuery } from '#scim/list/page-query.ts';
import { compileFilter, groupType, userType } from '#scim/protocol/index.ts';
import { builtInTypes } from '#scim/scim-types.ts';
import { userListing } from '#scim/users/user-listing.ts';
import { openDirectory, type TestDirectory, withCode } from '../../../test/support/directory.ts';
import { forEachEngine } from '../../../test/support/engines.ts';

const USERS = 3000;
const GROUPS = 300;

/** Inserts so many rows that reading a whole table is the wrong plan. */
async function fill(d: TestDirectory): Promise<void> {
  const { id: account_id } = d.account;
  const users = Array.from({ length: USERS }, (_, i) => {
    const id = d.ids.next();
    const columns = { user_name: `u${i}`, user_name_key: `u${i}`, external_id: `e${i}` };
    const names = { display_name: `n${i}`, display_name_key: `n${i}`, manager_id: null };
    const state = { active: 1, role: 'member', origin: 'provisioned', protected: 0 } as const;
    const rest = { password_hash: null, stamp: 0, version: 1, attributes: '{}', folded: '{}' };
    const times = { created_at: i, updated_at: i };
    return { account_id, id, ...columns, ...names, ...state, ...rest, ...times };
  });
  const values = users.flatMap(({ id }, i) =>
    ['emails', 'roles'].map((attribute) => {
      const value_key = attribute === 'roles' ? 'staff' : `u${i}@example.com`;
      const key = { account_id, user_id: id, attribute, ordinal: 0, value_key };
      return { ...key, type_key: 'work', is_primary: 0 as const, folded: '{}' };
    }),
  );
  const groups = Array.from({ length: GROUPS }, (_, i) => {
    const columns = { display_name: `g${i}`, display_name_key: `g${i}`, external_id: `e${i}` };
    const rest = { origin: 'provisioned' as const, version: 1, attributes: '{}', folded: '{}' };
    return { account_id, id: d.ids.next(), ...columns, ...rest, created_at: i, updated_at: i };
  });
  const memberships = users.map(({ id }, i) => ({
    account_id,
    group_id: groups[i % GROUPS]?.id ?? '',
    member_id: id,
    member_type: 'User' as const,
  }));
  await d.db.transaction(async (tx) => {
    const chunks = <T>(rows: readonly T[]) =>
      Array.from({ length: Math.ceil(rows.length / 500) }, (_, i) =>
        rows.slice(i * 500, i * 500 + 500),
      );
    for (const rows of chunks(users)) await tx.insertInto('users').values(rows).execute();
    for (const rows of chunks(values)) await tx.insertInto('user_values').values(rows).execute();
    for (const rows of chunks(groups)) await tx.insertInto('groups').values(rows).execute();
    for (const rows of chunks(memberships))
      await tx.insertInto('memberships').values(rows).execute();
  });
}

forEachEngine((engine) => {
  let d: TestDirectory;
  before(async () => {
    d = await openDirectory(engine);
    await fill(d);
    if (engine.name === 'postgres') await sql`analyze`.execute(d.db.reader);
  });
  after(() => d.close());

  const listing = (kind: 'users' | 'groups', text: string): Listing => {
    const context = {
      db: d.db.reader,
      accountId: d.account.id,
      baseUrl: 'https://x/scim/v2',
      types: builtInTypes,
    };
    return kind === 'users'
      ? userListing(context, compileFilter(text, userType), undefined)
      : groupListing(context, compileFilter(text, groupType), undefined);
  };

  const explain = async (db: Reader, { sql, parameters }: CompiledQuery): Promise<string> => {
    const prefix = engine.name === 'sqlite' ? 'explain query plan' : 'explain';
    const { rows } = await db.executeQuery(CompiledQuery.raw(`${prefix} ${sql}`, [...parameters]));
    return rows.map((row) => JSON.stringify(row)).join('\n');
  };

  /** Returns the query plan of the first page. */
  const planOf = (kind: 'users' | 'groups', filter: string): Promise<string> =>
    d.db.transaction(async (tx) => {
      const source = { listing: listing(kind, filter), way: 'access' } as const;
      const start = { reading: { order: 'ascending', direction: 'forward' } } as const;
      const window = { offset: 0, limit: 101 };
      const query = pageQuery([source], { db: tx, inline: true }, start, window);
      assert.ok(query);
      return explain(tx, query.compile(tx));
    });

  // Both contain the account and the name, so either one is right.
  const BY_NAME = '(?:users__user_name_key|users_by_name_anywhere)';
  const BY_EMAIL = '(?:user_values_by_attribute_value_key_user_id|user_emails_anywhere)';
  const INDEXED = [
    [
      'users',
      'id eq "x" and title eq "y"',
      engine.name === 'sqlite' ? 'sqlite_autoindex_users_1' : 'users_pkey',
    ],
    ['users', 'userName eq "x"', BY_NAME],
    ['users', 'userName eq "x" and active eq true and title eq "y"', BY_NAME],
    ['users', 'externalId eq "x"', 'users_by_external_id_id'],
    ['users', 'displayName eq "x"', 'users_by_display_name_key_id'],
    ['users', 'manager eq "x"', 'users_by_manager_id_id'],
    ['users', 'emails.value eq "x"', BY_EMAIL],
    ['users', 'emails[type eq "work"].value eq "x"', BY_EMAIL],
    ['users', 'roles eq "x"', 'user_values_by_attribute_value_key_user_id'],
    ['groups', 'displayName eq "x"', 'groups__display_name_key'],
    ['groups', 'externalId eq "x"', 'groups_by_external_id_id'],
    ['groups', 'members eq "x"', 'memberships_by_member_id_group_id'],
  ] as const;

  for (const [kind, filter, index] of INDEXED) {
    test(`${kind}: ${filter} reads ${index}, no table whole`, async () => {
      const plan = await planOf(kind, filter);
      assert.match(plan, new RegExp(`\\b${index}\\b`), plan);
      // PostgreSQL may sort a few rows; SQLite has to read them in order, so that it stops when the page is full.
      assert.doesNotMatch(plan, /SCAN|Seq Scan|TEMP B-TREE/, plan);
    });
  }

  test('a group and a member name one row each', async () => {
    const plan = await planOf('groups', 'id eq "x" and members eq "y"');
    assert.doesNotMatch(plan, /SCAN|Seq Scan/, plan);
  });

  // On PostgreSQL, statement_timeout measures the time.
  if (engine.name === 'postgres') return;

  test('each row looked at in vain counts against the deadline', async () => {
    for (const filter of [
      'title eq "nobody"',
      'active eq false and title eq "nobody"',
      'emails.type eq "nobody"',
      'roles eq "staff" and title eq "nobody"',
    ]) {
      const query = countQuery(
        { listing: listing('users', filter), way: 'scan' },
        { db: d.db.reader, inline: false },
      );
      const late = d.db.scan({ compile: () => query.compile(d.db.reader) }, { deadlineMs: 0 });
      await assert.rejects(late, withCode('query-too-slow'), filter);
    }
  });
});
