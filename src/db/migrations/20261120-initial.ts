import { type CreateTableBuilder, type Expression, sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migrate.ts';

/** Accounts, directory, credentials, keys, audit, forms. */
export const initial: Migration = {
  name: '20261120-initial',
  async up(tx) {
    const shape = shapeOf(tx);
    await createAccounts(tx, shape);
    await createUsers(tx, shape);
    await createGroups(tx, shape);
    await createCredentials(tx, shape);
    await createKeys(tx, shape);
    await createTemplates(tx, shape);
    await createForms(tx, shape);
  },
};

/** What the engines spell differently in a table definition. */
interface Shape {
  /** Text that is compared in code-point order: ids and keys. */
  readonly key: Expression<string>;
  /** Rows stored in the primary key itself, for small rows (SQLite). */
  clustered<T extends string, C extends string>(
    table: CreateTableBuilder<T, C>,
  ): CreateTableBuilder<T, C>;
}

function shapeOf(tx: Tx): Shape {
  return engineOf(tx) === 'postgres'
    ? { key: sql<string>`text collate "C"`, clustered: (table) => table }
    : { key: sql<string>`text`, clustered: (table) => table.modifyEnd(sql`without rowid`) };
}

async function createAccounts(tx: Tx, { key, clustered }: Shape): Promise<void> {
  await tx.schema
    .createTable('accounts')
    .addColumn('id', key, (c) => c.primaryKey())
    .addColumn('code', key, (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('active', 'integer', (c) => c.notNull())
    .addColumn('basic_allowed', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await unique(tx, 'accounts', ['code']);
  await clustered(tx.schema.createTable('counters'))
    .addColumn('account_id', key, (c) => c.notNull())
    .addColumn('name', key, (c) => c.notNull())
    .addColumn('shard', 'integer', (c) => c.notNull())
    .addColumn('value', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('counters_pkey', ['account_id', 'name', 'shard'])
    .execute();
  await tx.schema
    .createTable('audit_events')
    .addColumn('account_id', key, (c) => c.notNull())
    .addColumn('id', key, (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('result', 'text', (c) => c.notNull())
    .addColumn('actor_user_id', key)
    .addColumn('credential_id', key)
    .addColumn('ip', 'text')
    .addColumn('target_type', 'text')
    .addColumn('target_id', key)
    .addColumn('detail', 'text')
    .addColumn('chain_seq', 'bigint')
    .addColumn('chain_hash', 'text')
    .addPrimaryKeyConstraint('audit_events_pkey', ['account_id', 'id'])
    .execute();
}

async function createUsers(tx: Tx, { key, clustered }: Shape): Promise<void> {
  await tx.schema
    .createTable('users')
    .addColumn('account_id', key, (c) => c.notNull().references('accounts.id'))
    .addColumn('id', key, (c) => c.notNull())
    .addColumn('user_name', 'text', (c) => c.notNull())
    .addColumn('user_name_key', key, (c) => c.notNull())
    .addColumn('external_id', key)
    .addColumn('display_name', 'text')
    .addColumn('display_name_key', key)
    .addColumn('active', 'integer', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('protected', 'integer', (c) => c.notNull())
    .addColumn('manager_id', key)
    .addColumn('password_hash', 'text')
    .addColumn('stamp', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('attributes', 'text', (c) => c.notNull())
    .addColumn('folded', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('users_pkey', ['account_id', 'id'])
    .execute();
  await unique(tx, 'users', ['account_id', 'user_name_key']);
  await index(tx, 'users', ['account_id', 'external_id', 'id']);
  await index(tx, 'users', ['account_id', 'display_name_key', 'id']);
  await index(tx, 'users', ['account_id', 'manager_id', 'id']);
  await index(tx, 'users', ['account_id', 'role', 'active', 'id']);
  await index(tx, 'users', ['account_id', 'created_at', 'id']);
  await index(tx, 'users', ['account_id', 'updated_at', 'id']);
  // Few are protected: who counts them must not look at everybody.
  await tx.schema
    .createIndex('users_by_protected')
    .on('users')
    .columns(['account_id', 'id'])
    .where(sql.ref('protected'), '=', 1)
    .execute();
  await clustered(tx.schema.createTable('user_values'))
    .addColumn('account_id', key, (c) => c.notNull())
    .addColumn('user_id', key, (c) => c.notNull())
    .addColumn('attribute', key, (c) => c.notNull())
    .addColumn('ordinal', 'integer', (c) => c.notNull())
    .addColumn('value_key', key)
    .addColumn('type_key', key)
    .addColumn('is_primary', 'integer', (c) => c.notNull())
    .addColumn('folded', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('user_values_pkey', ['account_id', 'user_id', 'attribute', 'ordinal'])
    .addForeignKeyConstraint(
      'user_values_user',
      ['account_id', 'user_id'],
      'users',
      ['account_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .execute();
  await index(tx, 'user_values', ['account_id', 'attribute', 'value_key', 'user_id']);
  await clustered(tx.schema.createTable('sessions'))
    .addColumn('account_id', key, (c) => c.notNull())
    .addColumn('hash', key, (c) => c.notNull())
    .addColumn('user_id', key, (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('sessions_pkey', ['account_id', 'hash'])
    .execute();
  await index(tx, 'sessions', ['account_id', 'user_id']);
}

async function createGroups(tx: Tx, { key, clustered }: Shape): Promise<void> {
  await tx.schema
    .createTable('groups')
    .addColumn('account_id', key, (c) => c.notNull().references('accounts.id'))
    .addColumn('id', key, (c) => c.notNull())
    .addColumn('display_name', 'text', (c) => c.notNull())
    .addColumn('display_name_key', key, (c) => c.notNull())
    .addColumn('external_id', key)
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('attributes', 'text', (c) => c.notNull())
    .addColumn('folded', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('groups_pkey', ['account_id', 'id'])
    .execute();
  await unique(tx, 'groups', ['account_id', 'display_name_key']);
  await index(tx, 'groups', ['account_id', 'external_id', 'id']);
  await index(tx, 'groups', ['account_id', 'created_at', 'id']);
  await index(tx, 'groups', ['account_id', 'updated_at', 'id']);
  await clustered(tx.schema.createTable('memberships'))
    .addColumn('account_id', key, (c) => c.notNull())
    .addColumn('group_id', key, (c) => c.notNull())
    .addColumn('member_id', key, (c) => c.notNull())
    .addColumn('member_type', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('memberships_pkey', ['account_id', 'group_id', 'member_id'])
    .addForeignKeyConstraint(
      'memberships_group',
      ['account_id', 'group_id'],
      'groups',
      ['account_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .execute();
  await index(tx, 'memberships', ['account_id', 'member_id', 'group_id']);
}

async function createCredentials(tx: Tx, { key, clustered }: Shape): Promise<void> {
  await tx.schema
    .createTable('credentials')
    .addColumn('account_id', key, (c) => c.notNull().references('accounts.id'))
    .addColumn('id', key, (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('acts_as_user_id', key, (c) => c.notNull())
    .addColumn('rights', 'text')
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('revoked_at', 'bigint')
    .addColumn('created_by', key)
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .addPrimaryKeyConstraint('credentials_pkey', ['account_id', 'id'])
    .execute();
  await index(tx, 'credentials', ['account_id', 'acts_as_user_id']);
  await tx.schema
    .createTable('secrets')
    .addColumn('account_id', key, (c) => c.notNull())
    .addColumn('id', key, (c) => c.notNull())
    .addColumn('credential_id', key, (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('hint', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .addPrimaryKeyConstraint('secrets_pkey', ['account_id', 'id'])
    .addForeignKeyConstraint('secrets_credential', ['account_id', 'credential_id'], 'credentials', [
      'account_id',
      'id',
    ])
    .execute();
  await index(tx, 'secrets', ['account_id', 'credential_id']);
  await clustered(tx.schema.createTable('revoked_tokens'))
    .addColumn('account_id', key, (c) => c.notNull())
    .addColumn('jti', key, (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('revoked_tokens_pkey', ['account_id', 'jti'])
    .execute();
}

async function createKeys(tx: Tx, { key }: Shape): Promise<void> {
  await tx.schema
    .createTable('keys')
    .addColumn('kid', key, (c) => c.primaryKey())
    .addColumn('use', 'text', (c) => c.notNull())
    .addColumn('alg', 'text', (c) => c.notNull())
    .addColumn('public_jwk', 'text')
    .addColumn('wrapped', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('active_at', 'bigint', (c) => c.notNull())
    .addColumn('retired_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute();
  await tx.schema
    .createTable('deployment')
    .addColumn('name', key, (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
}

async function createTemplates(tx: Tx, { key, clustered }: Shape): Promise<void> {
  await tx.schema
    .createTable('templates')
    .addColumn('account_id', key, (c) => c.notNull().references('accounts.id'))
    .addColumn('id', key, (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', key, (c) => c.notNull())
    .addColumn('description', 'text')
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('draft_definition', 'text', (c) => c.notNull())
    .addColumn('name_pattern', 'text', (c) => c.notNull())
    .addColumn('open_to_all', 'integer', (c) => c.notNull())
    .addColumn('current_version_id', key)
    .addColumn('created_by', key, (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('templates_pkey', ['account_id', 'id'])
    .execute();
  await tx.schema
    .createTable('template_versions')
    .addColumn('account_id', key, (c) => c.notNull())
    .addColumn('id', key, (c) => c.notNull())
    .addColumn('template_id', key, (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('definition', 'text', (c) => c.notNull())
    .addColumn('field_index', 'text', (c) => c.notNull())
    .addColumn('published_at', 'bigint', (c) => c.notNull())
    .addColumn('published_by', key, (c) => c.notNull())
    .addPrimaryKeyConstraint('template_versions_pkey', ['account_id', 'id'])
    .execute();
  await unique(tx, 'template_versions', ['account_id', 'template_id', 'number']);
  await clustered(tx.schema.createTable('template_groups'))
    .addColumn('account_id', key, (c) => c.notNull())
    .addColumn('template_id', key, (c) => c.notNull())
    .addColumn('group_id', key, (c) => c.notNull())
    .addPrimaryKeyConstraint('template_groups_pkey', ['account_id', 'template_id', 'group_id'])
    .execute();
}

async function createForms(tx: Tx, { key }: Shape): Promise<void> {
  await tx.schema
    .createTable('forms')
    .addColumn('account_id', key, (c) => c.notNull().references('accounts.id'))
    .addColumn('id', key, (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', key, (c) => c.notNull())
    .addColumn('template_id', key, (c) => c.notNull())
    .addColumn('template_version_id', key, (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('status_changed_at', 'bigint', (c) => c.notNull())
    .addColumn('assignee_type', 'text', (c) => c.notNull())
    .addColumn('assignee_id', key, (c) => c.notNull())
    .addColumn('latitude', 'double precision')
    .addColumn('longitude', 'double precision')
    .addColumn('accuracy', 'double precision')
    .addColumn('created_by', key, (c) => c.notNull())
    .addColumn('completed_by', key)
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    // Last: SQLite walks over a large value to reach the columns behind it.
    .addColumn('answers', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('forms_pkey', ['account_id', 'id'])
    .execute();
  await unique(tx, 'forms', ['account_id', 'template_id', 'number']);
  // Lists show what is not deleted: an index that holds just that answers them without the rows.
  await index(tx, 'forms', ['account_id', 'updated_at', 'id'], 'deleted_at');
  // The last two only so that names are filtered without reading the rows.
  await index(tx, 'forms', ['account_id', 'name_key', 'id', 'updated_at', 'status'], 'deleted_at');
  await index(tx, 'forms', ['account_id', 'status', 'updated_at', 'id'], 'deleted_at');
  await index(tx, 'forms', ['account_id', 'template_id', 'updated_at', 'id'], 'deleted_at');
  // The last one so that what somebody made and is assigned to is counted once, from the index.
  await index(
    tx,
    'forms',
    ['account_id', 'assignee_id', 'updated_at', 'id', 'created_by'],
    'deleted_at',
  );
  await index(tx, 'forms', ['account_id', 'created_by', 'updated_at', 'id'], 'deleted_at');
  await tx.schema
    .createTable('form_events')
    .addColumn('account_id', key, (c) => c.notNull())
    .addColumn('id', key, (c) => c.notNull())
    .addColumn('form_id', key, (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('actor_user_id', key)
    .addColumn('credential_id', key)
    .addColumn('detail', 'text')
    .addPrimaryKeyConstraint('form_events_pkey', ['account_id', 'id'])
    .execute();
  await index(tx, 'form_events', ['account_id', 'form_id', 'id']);
}

/** Named `table__last_column`, which `uniqueViolation` reads back. */
async function unique(tx: Tx, table: string, columns: readonly string[]): Promise<void> {
  const name = `${table}__${columns.at(-1)}`;
  await tx.schema
    .createIndex(name)
    .unique()
    .on(table)
    .columns([...columns])
    .execute();
}

/** `absent` names a column that is null in every row the index holds. */
async function index(
  tx: Tx,
  table: string,
  columns: readonly string[],
  absent?: string,
): Promise<void> {
  const name = `${table}_by_${columns.slice(1).join('_')}`;
  const made = tx.schema
    .createIndex(name)
    .on(table)
    .columns([...columns]);
  await (absent === undefined ? made : made.where(sql.ref(absent), 'is', null)).execute();
}
