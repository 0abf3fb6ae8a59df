// What an archive of an organisation holds of each table. The compiler wants an answer for every new table with an
// account_id.
import type { Table } from '#commands/rows/rows.ts';
import type { Tables } from '#db/tables.ts';

type AccountTable = {
  [Name in keyof Tables]: Tables[Name] extends { readonly account_id: unknown } ? Name : never;
}[keyof Tables];

/** `data` is for people and programs, `index` is derived from it, `secret` is only kept sealed. */
export type Kept = 'data' | 'index' | 'secret';

interface LeftOut {
  /** Why an archive does not hold it, as a phrase. */
  readonly leftOut: string;
}

const SESSIONS: LeftOut = { leftOut: 'people sign in again' };
const ENDS_HERE: LeftOut = { leftOut: 'it belongs to this installation, and would happen twice' };
const COUNTED_AGAIN: LeftOut = { leftOut: 'the import counts the forms again' };
const SOON_OVER: LeftOut = { leftOut: 'it is kept for a few days only' };

const TREATMENTS: Readonly<Record<AccountTable, Kept | LeftOut>> = {
  account_fonts: 'data',
  alerts: 'data',
  answer_days: SOON_OVER,
  answer_values: 'index',
  assignment_changes: 'index',
  assignment_events: 'data',
  assignments: 'data',
  attachments: 'data',
  audit_chains: { leftOut: 'the import seals the audit log again' },
  audit_events: 'data',
  bell_causes: ENDS_HERE,
  bell_mails: ENDS_HERE,
  bell_marks: ENDS_HERE,
  bell_notices: { leftOut: 'it told people of this installation, who have seen it' },
  brands: 'data',
  bulk_act_forms: SOON_OVER,
  bulk_acts: SOON_OVER,
  calendar_addresses: {
    leftOut: 'an address leads to this installation, and people make a new one',
  },
  client_keys: 'data',
  counters: 'index',
  credentials: 'data',
  dashboard_groups: 'data',
  dashboard_mails: 'data',
  dashboards: 'data',
  document_papers: 'data',
  document_parts: 'data',
  documents: 'data',
  ended_role_mappings: 'data',
  export_jobs: SOON_OVER,
  form_change_heads: 'index',
  form_changes: 'index',
  form_corrections: 'data',
  form_count_changes: COUNTED_AGAIN,
  form_counts: COUNTED_AGAIN,
  form_events: 'data',
  former_users: 'data',
  forms: 'data',
  groups: 'data',
  holidays: 'data',
  idempotent_answers: SOON_OVER,
  last_sign_ins: 'data',
  leavings: 'index',
  list_cleanings: 'index',
  list_grants: 'data',
  list_rows: 'data',
  list_versions: 'data',
  list_words: 'index',
  lists: 'data',
  loose_files: ENDS_HERE,
  memberships: 'data',
  notice_choices: 'data',
  notice_hours: 'data',
  notices: ENDS_HERE,
  passkeys: 'secret',
  password_requests: SESSIONS,
  provisioning_attributes: 'data',
  provisioning_log: 'data',
  provisioning_log_parts: { leftOut: 'the import counts the provisioning log again' },
  provisioning_settings: 'data',
  public_link_browsers: 'secret',
  public_link_sessions: SESSIONS,
  public_links: 'secret',
  push_messages: ENDS_HERE,
  push_subscriptions: SESSIONS,
  recovery_codes: 'secret',
  retention_rules: 'data',
  review_panels: 'data',
  revoked_tokens: SESSIONS,
  role_mappings: 'data',
  rule_events: ENDS_HERE,
  rule_runs: 'data',
  rule_targets: 'data',
  rules: 'data',
  saml_outcomes: SESSIONS,
  saved_view_groups: 'data',
  saved_views: 'data',
  scheduled_export_runs: 'data',
  scheduled_exports: 'data',
  search_refills: 'index',
  search_texts: 'index',
  search_words: 'index',
  second_factors: 'secret',
  secrets: 'secret',
  series: 'data',
  series_dates: 'data',
  sessions: SESSIONS,
  sign_in_links: SESSIONS,
  sign_in_steps: SESSIONS,
  sso_connections: 'secret',
  template_brands: 'data',
  template_grants: 'data',
  template_groups: 'data',
  template_lists: 'data',
  template_versions: 'data',
  templates: 'data',
  unique_values: 'index',
  unproven_requests: SOON_OVER,
  upload_days: SOON_OVER,
  used_assertions: SESSIONS,
  used_saml_assertions: SESSIONS,
  user_values: 'index',
  users: 'data',
  waiting_members: 'data',
  waiting_news: ENDS_HERE,
  webhook_attempts: ENDS_HERE,
  webhook_deliveries: ENDS_HERE,
  webhooks: 'secret',
};

/** The table with the organisation itself, whose key is the account. */
const ACCOUNTS = 'accounts';

/** Secret or open tables whose ids begin with the code of the account, so that they mean nothing under another one. */
export const BEAR_CODE: readonly string[] = [
  ...['secrets', 'client_keys', 'credentials', 'sso_connections'],
  ...['public_link_browsers', 'public_links'],
];

/** Columns of open tables that are only kept sealed. An import leaves them null if they are not there. */
const SECRET_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  users: ['password_hash'],
  former_users: ['known_as'],
};

const treatmentOf = (name: string): Kept | LeftOut | undefined => {
  if (name === ACCOUNTS) return 'data';
  return new Map<string, Kept | LeftOut>(Object.entries(TREATMENTS)).get(name);
};

/** Returns how an archive keeps a table; undefined if it does not. */
export function keptAs(table: Pick<Table, 'name'>): Kept | undefined {
  const treatment = treatmentOf(table.name);
  return typeof treatment === 'string' ? treatment : undefined;
}

export const secretColumns = ({ name }: Pick<Table, 'name'>): readonly string[] =>
  SECRET_COLUMNS[name] ?? [];

/** The column that holds the account of a row. */
export const accountColumn = ({ name }: Pick<Table, 'name'>): string =>
  name === ACCOUNTS ? 'id' : 'account_id';

/** Returns the names of tables that an archive leaves out, by the reason. */
export function leftOut(): Readonly<Record<string, readonly string[]>> {
  const names: Record<string, string[]> = {};
  for (const [name, treatment] of Object.entries(TREATMENTS)) {
    if (typeof treatment === 'string') continue;
    names[treatment.leftOut] = [...(names[treatment.leftOut] ?? []), name];
  }
  return names;
}
