import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** How lists read assignments: by their state, the most urgent first. */
const LISTS = {
  by_state: ['state', 'due_key', 'id'],
  by_template_person: ['template_id', 'assignee_id', 'state', 'due_key', 'assignee_type'],
  by_template: ['template_id', 'state', 'due_key', 'id'],
  by_assignee: ['assignee_id', 'state', 'due_key', 'id', 'not_before', 'assignee_type'],
  by_sender: ['sent_by', 'state', 'due_key', 'id'],
  by_sender_template: ['sent_by', 'template_id', 'state', 'due_key', 'id'],
} as const;

/** Work that is sent to people, its history, and the form that comes of it. */
export const assignments: Migration = {
  name: '20261130-assignments',
  oldestBeside: '0.2.0',
  async up(tx) {
    const isPostgres = engineOf(tx) === 'postgres';
    const key = isPostgres ? sql<string>`text collate "C"` : sql<string>`text`;
    const time = isPostgres ? 'bigint' : 'integer';
    await tx.schema
      .createTable('assignments')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('template_id', key, (c) => c.notNull())
      .addColumn('state', key, (c) => c.notNull())
      .addColumn('state_changed_at', time, (c) => c.notNull())
      .addColumn('assignee_type', key, (c) => c.notNull())
      .addColumn('assignee_id', key, (c) => c.notNull())
      .addColumn('group_id', key)
      .addColumn('mode', key, (c) => c.notNull())
      .addColumn('due_key', time, (c) => c.notNull())
      .addColumn('not_before', time, (c) => c.notNull())
      .addColumn('priority', key, (c) => c.notNull())
      .addColumn('instructions', 'text')
      .addColumn('answers', 'text', (c) => c.notNull())
      .addColumn('reference', key)
      .addColumn('reference_part', key, (c) => c.notNull())
      .addColumn('sent_by', key, (c) => c.notNull())
      .addColumn('form_id', key)
      .addColumn('decline_reason', 'text')
      .addColumn('created_at', time, (c) => c.notNull())
      .addColumn('updated_at', time, (c) => c.notNull())
      .addColumn('revision', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('assignments_pkey', ['account_id', 'id'])
      .execute();
    for (const [name, columns] of Object.entries(LISTS)) {
      await tx.schema
        .createIndex(`assignments_${name}`)
        .on('assignments')
        .columns(['account_id', ...columns])
        .execute();
    }
    await tx.schema
      .createIndex('assignments_by_reference')
      .unique()
      .on('assignments')
      .columns(['account_id', 'sent_by', 'reference', 'reference_part'])
      .where(sql.ref('reference'), 'is not', null)
      .execute();
    await tx.schema
      .createTable('assignment_events')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('assignment_id', key, (c) => c.notNull())
      .addColumn('at', time, (c) => c.notNull())
      .addColumn('action', key, (c) => c.notNull())
      .addColumn('actor_user_id', key)
      .addColumn('credential_id', key)
      .addColumn('detail', 'text')
      .addPrimaryKeyConstraint('assignment_events_pkey', ['account_id', 'id'])
      .execute();
    await tx.schema
      .createIndex('assignment_events_by_assignment')
      .on('assignment_events')
      .columns(['account_id', 'assignment_id', 'id'])
      .execute();
    await tx.schema.alterTable('forms').addColumn('assignment_id', key).execute();
    await (isPostgres ? followFormsOnPostgres(tx) : followFormsOnSqlite(tx));
  },
};

// An assignment follows its form whoever writes the form: a node of the version before this one, a bulk action, the job
// that retention runs. `9007199254740991` stands for "never due", as NEVER in src/assignments does.

const MOVED = `new.assignment_id is not null and (
    old.status <> new.status or old.assignee_id <> new.assignee_id
    or coalesce(old.due_at, 0) <> coalesce(new.due_at, 0) or coalesce(old.deleted_at, 0) <> coalesce(new.deleted_at, 0))`;

const FOLLOW = `update assignments set
    state = case when new.deleted_at is not null then 'waiting' when new.status = 'complete' then 'done' else 'begun' end,
    state_changed_at = case
      when new.deleted_at is null and old.deleted_at is null and old.status = new.status then state_changed_at
      else new.updated_at end,
    form_id = case when new.deleted_at is null then new.id end,
    assignee_type = case when new.deleted_at is not null and mode = 'shared' then 'Group' else new.assignee_type end,
    assignee_id = case when new.deleted_at is not null and mode = 'shared' then group_id else new.assignee_id end,
    due_key = coalesce(new.due_at, 9007199254740991),
    updated_at = new.updated_at,
    revision = revision + 1
  where account_id = new.account_id and id = new.assignment_id and state in ('waiting', 'begun', 'done')
    and (form_id = new.id or (form_id is null and old.deleted_at is not null))`;

/** The function of the trigger on PostgreSQL, which the check of a foreign schema compares. */
export const FOLLOWING_BODY = `begin ${FOLLOW}; return null; end`;

async function followFormsOnSqlite(tx: Tx): Promise<void> {
  await sql`create trigger forms_assignment after update on forms when ${sql.raw(MOVED)}
    begin ${sql.raw(FOLLOW)}; end`.execute(tx);
}

async function followFormsOnPostgres(tx: Tx): Promise<void> {
  await sql`create or replace function forms_assignment_follow() returns trigger language plpgsql as
    $$ ${sql.raw(FOLLOWING_BODY)} $$`.execute(tx);
  await sql`create trigger forms_assignment after update on forms for each row when (${sql.raw(MOVED)})
    execute function forms_assignment_follow()`.execute(tx);
}
