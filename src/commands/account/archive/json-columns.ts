import type SqliteDatabase from 'better-sqlite3';
import { CommandFailure } from '#commands/shell/failures.ts';

type Kind = 'object' | 'array';

/** What the columns hold that jobs and pages read as JSON without asking: one wrong text would stop a job for everybody. */
const KINDS: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  assignment_events: { detail: 'object' },
  assignments: { answers: 'object' },
  audit_events: { detail: 'object' },
  credentials: { rights: 'array', allowed_networks: 'array' },
  dashboards: { tiles: 'array' },
  form_corrections: { old_answers: 'object', new_answers: 'object' },
  form_events: { detail: 'object' },
  forms: { answers: 'object', review_more: 'object', office_answers: 'object' },
  groups: { attributes: 'object', folded: 'object' },
  list_rows: { cells: 'object' },
  lists: { columns: 'array', public_columns: 'array' },
  retention_rules: { fields: 'array' },
  rule_runs: { done: 'array' },
  rules: { actions: 'array', cause_detail: 'object' },
  saved_views: { state: 'object' },
  scheduled_exports: { options: 'object', schedule: 'object' },
  series: { answers: 'object', rule: 'object' },
  template_versions: {
    definition: 'object',
    whole_definition: 'object',
    field_index: 'array',
    search_marks: 'object',
  },
  templates: {
    draft_definition: 'object',
    copied_fields: 'array',
    name_translations: 'object',
    reviewers: 'array',
  },
  user_values: { folded: 'object' },
  users: { attributes: 'object', folded: 'object' },
  webhooks: { event_types: 'array' },
};

/** @throws CommandFailure for a text that is not the JSON of its column, or is nested more than 1,000 times */
export function requireJson(handle: SqliteDatabase.Database): void {
  for (const [table, columns] of Object.entries(KINDS)) {
    for (const [column, kind] of Object.entries(columns)) {
      const wrong = handle
        .prepare<[Kind]>(
          `select 1 from "${table}" where case when json_valid("${column}") then json_type("${column}") <> ?
           else "${column}" is not null end limit 1`,
        )
        .get(kind);
      if (wrong === undefined) continue;
      throw new CommandFailure(
        `A row of ${table} in the archive holds something else than a JSON ${kind} as ${column}.`,
      );
    }
  }
}
