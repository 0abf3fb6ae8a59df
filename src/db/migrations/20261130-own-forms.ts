import { sql } from 'kysely';
import type { Migration } from '#db/migration.ts';

const OPEN = ['due_at', 'id'];
const DONE = ['updated_at', 'id'];

const INDEXES = [
  ['forms_open_of_creator', 'created_by', OPEN, 'draft'],
  ['forms_open_of_assignee', 'assignee_id', [...OPEN, 'created_by'], 'draft'],
  ['forms_done_of_creator', 'created_by', DONE, 'complete'],
  ['forms_done_of_assignee', 'assignee_id', [...DONE, 'created_by'], 'complete'],
] as const;

/** Indexes of what a person has to do and has done: however many forms somebody completed, the open ones are found at once. */
export const ownForms: Migration = {
  name: '20261130-own-forms',
  oldestBeside: '0.2.0',
  async up(tx) {
    for (const [name, whose, columns, status] of INDEXES) {
      await tx.schema
        .createIndex(name)
        .on('forms')
        .columns(['account_id', whose, ...columns])
        .where(sql.ref('deleted_at'), 'is', null)
        .where(sql.ref('status'), '=', sql.lit(status))
        .execute();
    }
  },
};
