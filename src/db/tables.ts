import type { ColumnType, Generated } from 'kysely';
import type { AccountsTable } from './account-tables.ts';
import type { AcmeItemsTable } from './acme-tables.ts';
import type { AlertsTable, MailTroubleTable } from './alert-tables.ts';
import type { AnswerValuesTable } from './answer-tables.ts';
import type { AssignmentTables } from './assignment-tables.ts';
import type { AuditChainsTable, AuditEventsTable } from './audit-tables.ts';
import type { BellTables } from './bell-tables.ts';
import type { BrandsTable, TemplateBrandsTable } from './brand-tables.ts';
import type { BulkActFormsTable, BulkActsTable } from './bulk-act-tables.ts';
import type { CalendarAddressesTable } from './calendar-tables.ts';
import type { Fixed, Flag } from './column-types.ts';
import type { AnswerDaysTable, CountersTable, UploadDaysTable } from './counter-tables.ts';
import type {
  ClientKeysTable,
  CredentialsTable,
  SecretsTable,
  UsedAssertionsTable,
} from './credential-tables.ts';
import type {
  DashboardGroupsTable,
  DashboardMailsTable,
  DashboardsTable,
} from './dashboard-tables.ts';
import type { DeploymentTable, LeasesTable } from './deployment-tables.ts';
import type { DocumentPapersTable, DocumentPartsTable, DocumentsTable } from './document-tables.ts';
import type { ExportJobsTable } from './export-tables.ts';
import type { AttachmentsTable, LooseFilesTable } from './file-tables.ts';
import type { AccountFontsTable } from './font-tables.ts';
import type { FormChangeHeadsTable, FormChangesTable } from './form-change-tables.ts';
import type { FormCountTables } from './form-count-tables.ts';
import type {
  FormCorrectionsTable,
  FormEventsTable,
  FormsTable,
  ReviewPanelsTable,
  TemplateGrantsTable,
  TemplateGroupsTable,
  TemplatesTable,
  TemplateVersionsTable,
} from './form-tables.ts';
import type { FormerUsersTable } from './former-user-tables.ts';
import type { IdempotentAnswersTable } from './idempotency-tables.ts';
import type { ListTables } from './list-tables.ts';
import type { DigestEntriesTable, MailQueueTable } from './mail-tables.ts';
import type { PasskeyChallengesTable, PasskeysTable } from './passkey-tables.ts';
import type { ProvisioningTables } from './provisioning-tables.ts';
import type {
  PublicLinkBrowsersTable,
  PublicLinkSessionsTable,
  PublicLinksTable,
} from './public-link-tables.ts';
import type { PushKeysTable, PushMessagesTable, PushSubscriptionsTable } from './push-tables.ts';
import type { RetentionRulesTable } from './retention-tables.ts';
import type { RuleTables } from './rule-tables.ts';
import type {
  ScheduledExportRunsTable,
  ScheduledExportsTable,
} from './scheduled-exports-tables.ts';
import type { SearchRefillsTable, SearchTextsTable, SearchWordsTable } from './search-tables.ts';
import type {
  RecoveryCodesTable,
  SecondFactorsTable,
  SignInStepsTable,
} from './second-factor-tables.ts';
import type { HolidaysTable, SeriesDatesTable, SeriesTable } from './series-tables.ts';
import type { SessionsTable } from './session-tables.ts';
import type { SsoTables } from './sso-tables.ts';
import type { SavedViewGroupsTable, SavedViewsTable } from './view-tables.ts';
import type {
  WebhookAttemptsTable,
  WebhookDeliveriesTable,
  WebhooksTable,
} from './webhook-tables.ts';

/**
 * The tables as Kysely sees them. Times are milliseconds since the epoch, flags are 0 or 1, and JSON is canonical text,
 * so that both engines store the same. `account_id` leads every key: accounts are isolated by construction, and a
 * distributed PostgreSQL can shard on it.
 *
 * `…_key` columns hold the folded comparison key (kernel/text.ts), compared in code-point order.
 */
export interface Tables
  extends AssignmentTables,
    BellTables,
    FormCountTables,
    ListTables,
    ProvisioningTables,
    RuleTables,
    SsoTables {
  accounts: AccountsTable;
  acme_items: AcmeItemsTable;
  brands: BrandsTable;
  dashboards: DashboardsTable;
  dashboard_groups: DashboardGroupsTable;
  dashboard_mails: DashboardMailsTable;
  template_brands: TemplateBrandsTable;
  account_fonts: AccountFontsTable;
  document_papers: DocumentPapersTable;
  document_parts: DocumentPartsTable;
  documents: DocumentsTable;
  push_keys: PushKeysTable;
  push_messages: PushMessagesTable;
  push_subscriptions: PushSubscriptionsTable;
  scheduled_export_runs: ScheduledExportRunsTable;
  scheduled_exports: ScheduledExportsTable;
  series: SeriesTable;
  series_dates: SeriesDatesTable;
  holidays: HolidaysTable;
  users: UsersTable;
  user_values: UserValuesTable;
  unique_values: UniqueValuesTable;
  groups: GroupsTable;
  waiting_members: WaitingMembersTable;
  former_users: FormerUsersTable;
  memberships: MembershipsTable;
  counters: CountersTable;
  upload_days: UploadDaysTable;
  answer_days: AnswerDaysTable;
  credentials: CredentialsTable;
  secrets: SecretsTable;
  client_keys: ClientKeysTable;
  used_assertions: UsedAssertionsTable;
  sessions: SessionsTable;
  last_sign_ins: LastSignInsTable;
  sign_in_links: SignInLinksTable;
  password_requests: PasswordRequestsTable;
  calendar_addresses: CalendarAddressesTable;
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  sign_in_steps: SignInStepsTable;
  revoked_tokens: RevokedTokensTable;
  keys: KeysTable;
  leases: LeasesTable;
  deployment: DeploymentTable;
  rate_limits: RateLimitsTable;
  sign_in_failures: SignInFailuresTable;
  audit_events: AuditEventsTable;
  audit_chains: AuditChainsTable;
  templates: TemplatesTable;
  template_versions: TemplateVersionsTable;
  public_links: PublicLinksTable;
  public_link_sessions: PublicLinkSessionsTable;
  public_link_browsers: PublicLinkBrowsersTable;
  template_groups: TemplateGroupsTable;
  template_grants: TemplateGrantsTable;
  review_panels: ReviewPanelsTable;
  retention_rules: RetentionRulesTable;
  forms: FormsTable;
  form_events: FormEventsTable;
  form_corrections: FormCorrectionsTable;
  answer_values: AnswerValuesTable;
  form_changes: FormChangesTable;
  form_change_heads: FormChangeHeadsTable;
  attachments: AttachmentsTable;
  loose_files: LooseFilesTable;
  export_jobs: ExportJobsTable;
  notices: MailQueueTable;
  waiting_news: DigestEntriesTable;
  alerts: AlertsTable;
  mail_trouble: MailTroubleTable;
  search_words: SearchWordsTable;
  search_texts: SearchTextsTable;
  search_refills: SearchRefillsTable;
  bulk_acts: BulkActsTable;
  bulk_act_forms: BulkActFormsTable;
  saved_views: SavedViewsTable;
  saved_view_groups: SavedViewGroupsTable;
  idempotent_answers: IdempotentAnswersTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_attempts: WebhookAttemptsTable;
}

interface UsersTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  user_name: string;
  user_name_key: string;
  external_id: string | null;
  display_name: string | null;
  display_name_key: string | null;
  /** Whether the user has access: `scim_active` is 1 and `blocked_at` is null. */
  active: Flag;
  /** What the identity provider last sent, and what SCIM shows. */
  scim_active: ColumnType<Flag, Flag | undefined, Flag>;
  /** When an admin blocked the user, whatever the identity provider sends; null: not blocked. */
  blocked_at: ColumnType<number | null, number | null | undefined, number | null>;
  role: 'admin' | 'designer' | 'member';
  /** When the user got this role; null: at creation, or unknown. */
  role_since: ColumnType<number | null, number | null | undefined, number | null>;
  origin: 'local' | 'provisioned';
  /** The credential that created the user over SCIM; null for a local user and for Basic authentication. */
  provisioned_by: string | null;
  /** 1: a break-glass user, whom SCIM neither shows nor changes. */
  protected: Flag;
  manager_id: string | null;
  password_hash: string | null;
  /** The credential that set the password over SCIM; null: the password was set in another way, or unknown. */
  password_set_by: ColumnType<string | null, string | null | undefined, string | null>;
  /** The credential that last wrote the e-mail addresses over SCIM; null: written in another way, or unknown. */
  emails_set_by: ColumnType<string | null, string | null | undefined, string | null>;
  /** 1: the password was set on the server while the account had `sso_only`, and may be used all the same. */
  password_despite_sso: ColumnType<Flag, Flag | undefined, Flag>;
  /** Increases when everything issued for the user must end: deactivation, password change. */
  stamp: number;
  /** Counts changes of the resource itself. */
  version: number;
  /** The canonical SCIM attributes, as sent. */
  attributes: string;
  /** The single-valued attributes, every case-inexact string folded, for filters that have no index. */
  folded: string;
  created_at: Fixed<number>;
  updated_at: number;
}

/** One row per value of a multi-valued attribute, so that a filter on it is an indexed `exists`. */
interface UserValuesTable {
  account_id: Fixed<string>;
  user_id: Fixed<string>;
  /** Canonical attribute name; that of an extension is prefixed by its URN and a colon. */
  attribute: Fixed<string>;
  ordinal: Fixed<number>;
  /** Folded unless the attribute is case-exact; null when the attribute is not indexed by value. */
  value_key: Fixed<string | null>;
  type_key: Fixed<string | null>;
  is_primary: Fixed<Flag>;
  /** The whole element as JSON, case-inexact strings folded. */
  folded: Fixed<string>;
}

/** The values of attributes that an operator's schema declares unique. Each has one owner, a user or a group. */
interface UniqueValuesTable {
  account_id: Fixed<string>;
  /** Full path: the URN of the schema, a colon, and the names joined by dots. */
  attribute: Fixed<string>;
  /** Folded unless the attribute is case-exact. */
  value_key: Fixed<string>;
  owner_id: Fixed<string>;
}

interface GroupsTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  display_name: string;
  display_name_key: string;
  external_id: string | null;
  origin: 'local' | 'provisioned';
  version: number;
  attributes: string;
  folded: string;
  created_at: Fixed<number>;
  updated_at: number;
  /** Counts changes of members' names, which change how the group is shown but not the group itself. */
  renames: Generated<number>;
}

/** Members of groups whose users do not exist yet. */
interface WaitingMembersTable {
  account_id: Fixed<string>;
  group_id: Fixed<string>;
  /** As the identity provider sent it: the id or externalId of a user who may be created later. */
  value: Fixed<string>;
  /** When it was last sent, in ms since the epoch. */
  since: number;
}

interface MembershipsTable {
  account_id: Fixed<string>;
  group_id: Fixed<string>;
  member_id: Fixed<string>;
  member_type: Fixed<'User' | 'Group'>;
}

/** Identity providers for single sign-on, and how their users are matched. */
/** One-time links to choose a password; at most one per user. */
interface SignInLinksTable {
  account_id: Fixed<string>;
  user_id: Fixed<string>;
  /** SHA-256 of the token, base64url. */
  hash: string;
  /** The user's stamp when the link was made; the link is void when the user's stamp changes. */
  stamp: number;
  expires_at: number;
}

/** One row per user who asked to reset a forgotten password. */
interface PasswordRequestsTable {
  account_id: Fixed<string>;
  user_id: Fixed<string>;
  /** SHA-256 of the token of the newest link, base64url; null when that link was used or replaced. */
  hash: string | null;
  /** As in {@link SignInLinksTable}. */
  stamp: number;
  expires_at: number;
  /** When the first link of the counted period was made. */
  begun_at: number;
  count: number;
}

/** Kept apart from `users`, so that a sign-in does not change the row of the user. */
interface LastSignInsTable {
  account_id: Fixed<string>;
  user_id: Fixed<string>;
  at: number;
}

interface RevokedTokensTable {
  account_id: Fixed<string>;
  jti: Fixed<string>;
  expires_at: Fixed<number>;
}

/** The key ring of the deployment; the secret part of each key is wrapped by the master key. */
interface KeysTable {
  kid: Fixed<string>;
  use: Fixed<'sig' | 'enc'>;
  alg: Fixed<string>;
  /** Public JWK as JSON; null for a symmetric key. */
  public_jwk: Fixed<string | null>;
  /** Rewritten when the key moves to another master key. */
  wrapped: string;
  created_at: Fixed<number>;
  /** From when the key signs or encrypts new tokens. */
  active_at: number;
  /** From when the key no longer signs or encrypts; it still verifies until it is deleted. */
  retired_at: number | null;
  /** From when nothing made with the key is accepted. */
  revoked_at: number | null;
  /** At least the number of tokens encrypted with the key; always 0 for a signing key. */
  uses: number;
}

/** Requests counted per window, in the format of rate-limiter-flexible. */
interface RateLimitsTable {
  key: Fixed<string>;
  points: number;
  /** End of the window. */
  expire: number | null;
}

/** Failed sign-ins by password, by user and by address. Deployment-wide, like rate limits. */
interface SignInFailuresTable {
  /** The user, or a digest of an unknown user name; empty: any user, counted by address. */
  who: Fixed<string>;
  /** An IPv4 address or a /64 network; empty: any address. */
  address: Fixed<string>;
  failures: number;
  /** When the last failure was counted; for a row of an address alone, the first. */
  counted_at: number;
  /** When the user last signed in from the address. */
  succeeded_at: number | null;
  /** Digest of the password hash that the failures belong to; a new password starts at 0 failures. */
  password: string | null;
}
