import type { ColumnType, Generated } from 'kysely';
import type { AlertsTable, MailTroubleTable } from './alert-tables.ts';
import type { AuditChainsTable, AuditEventsTable } from './audit-tables.ts';
import type { Fixed, Flag } from './column-types.ts';
import type { CountersTable, UploadDaysTable } from './counter-tables.ts';
import type {
  ClientKeysTable,
  CredentialsTable,
  SecretsTable,
  UsedAssertionsTable,
} from './credential-tables.ts';
import type { ExportJobsTable } from './export-tables.ts';
import type { AttachmentsTable, LooseFilesTable } from './file-tables.ts';
import type { FormChangeHeadsTable, FormChangesTable } from './form-change-tables.ts';
import type {
  FormEventsTable,
  FormsTable,
  TemplateGroupsTable,
  TemplatesTable,
  TemplateVersionsTable,
} from './form-tables.ts';
import type { FormerUsersTable } from './former-user-tables.ts';
import type { NoticesTable, WaitingNewsTable } from './notice-tables.ts';
import type { PasskeyChallengesTable, PasskeysTable } from './passkey-tables.ts';
import type {
  LeavingsTable,
  ProvisioningAttributesTable,
  ProvisioningLogTable,
  ProvisioningSettingsTable,
  ProvisioningState,
  RoleMappingsTable,
  UnprovenRequestsTable,
} from './provisioning-tables.ts';
import type { SearchTextsTable, SearchWordsTable } from './search-tables.ts';
import type {
  RecoveryCodesTable,
  SecondFactorFor,
  SecondFactorsTable,
  SignInStepsTable,
} from './second-factor-tables.ts';
import type {
  WebhookAttemptsTable,
  WebhookDeliveriesTable,
  WebhooksTable,
} from './webhook-tables.ts';

/**
 * The tables as Kysely sees them. Times are milliseconds since the epoch, flags are 0 or 1, JSON is
 * canonical text: the same on both engines. `account_id` leads every key, so that accounts are
 * isolated by construction and a distributed PostgreSQL can shard on it.
 *
 * `…_key` columns hold the folded comparison key (kernel/text.ts), compared in code-point order.
 */
export interface Tables {
  accounts: AccountsTable;
  users: UsersTable;
  user_values: UserValuesTable;
  unique_values: UniqueValuesTable;
  groups: GroupsTable;
  waiting_members: WaitingMembersTable;
  former_users: FormerUsersTable;
  memberships: MembershipsTable;
  counters: CountersTable;
  upload_days: UploadDaysTable;
  credentials: CredentialsTable;
  secrets: SecretsTable;
  client_keys: ClientKeysTable;
  used_assertions: UsedAssertionsTable;
  sessions: SessionsTable;
  last_sign_ins: LastSignInsTable;
  sign_in_links: SignInLinksTable;
  password_requests: PasswordRequestsTable;
  sso_connections: SsoConnectionsTable;
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
  provisioning_log: ProvisioningLogTable;
  provisioning_attributes: ProvisioningAttributesTable;
  unproven_requests: UnprovenRequestsTable;
  provisioning_settings: ProvisioningSettingsTable;
  leavings: LeavingsTable;
  role_mappings: RoleMappingsTable;
  templates: TemplatesTable;
  template_versions: TemplateVersionsTable;
  template_groups: TemplateGroupsTable;
  forms: FormsTable;
  form_events: FormEventsTable;
  form_changes: FormChangesTable;
  form_change_heads: FormChangeHeadsTable;
  attachments: AttachmentsTable;
  loose_files: LooseFilesTable;
  export_jobs: ExportJobsTable;
  notices: NoticesTable;
  waiting_news: WaitingNewsTable;
  alerts: AlertsTable;
  mail_trouble: MailTroubleTable;
  search_words: SearchWordsTable;
  search_texts: SearchTextsTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_attempts: WebhookAttemptsTable;
}

interface AccountsTable {
  id: Fixed<string>;
  /** Immutable, starts every opaque handle of the account: client id, session, invitation. */
  code: Fixed<string>;
  name: string;
  active: Flag;
  /** Basic authentication accepted (deprecated). */
  basic_allowed: Flag;
  /** In characters: of passwords set in the web app, and of those that arrive over SCIM. */
  password_min_length: Generated<number>;
  time_zone: Generated<string>;
  password_min_length_scim: Generated<number>;
  /** How long people stay signed in: without a request, and at most. */
  session_idle_seconds: Generated<number>;
  session_longest_seconds: Generated<number>;
  /** How long provisioning_log keeps a request. */
  provisioning_log_days: ColumnType<number, number | undefined, number>;
  /** Whether SCIM is answered. */
  provisioning: ColumnType<ProvisioningState, ProvisioningState | undefined, ProvisioningState>;
  /** A PUT of a group that leaves its members out keeps them; otherwise it removes them. */
  keeps_omitted_members: ColumnType<Flag, Flag | undefined, Flag>;
  /** A manager is also found by user name and e-mail. */
  managers_by_name: ColumnType<Flag, Flag | undefined, Flag>;
  /** Only break-glass users may sign in otherwise than by single sign-on. */
  sso_only: ColumnType<Flag, Flag | undefined, Flag>;
  /** Whom it asks for a second factor. */
  second_factor_for: ColumnType<SecondFactorFor, SecondFactorFor | undefined, SecondFactorFor>;
  /** How long people may go on without one, in days. */
  second_factor_grace_days: Generated<number>;
  /** Since when more people are asked for one than before; null: it was never asked for. */
  second_factor_since: ColumnType<number | null, number | null | undefined, number | null>;
  /** How much it may keep; 0: as much as it likes, null: as the settings say. */
  quota_file_bytes: ColumnType<number | string | null, number | null | undefined, number | null>;
  quota_forms: ColumnType<number | string | null, number | null | undefined, number | null>;
  created_at: Fixed<number>;
}

interface UsersTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  user_name: string;
  user_name_key: string;
  external_id: string | null;
  display_name: string | null;
  display_name_key: string | null;
  /** Gets in: the identity provider does not say otherwise, and no admin has blocked the user. */
  active: Flag;
  /** What the identity provider says, and SCIM shows. */
  scim_active: ColumnType<Flag, Flag | undefined, Flag>;
  /** Since when an admin keeps the user out, whatever the identity provider says. */
  blocked_at: ColumnType<number | null, number | null | undefined, number | null>;
  role: 'admin' | 'designer' | 'member';
  /** Null: since the user was created, or nobody knows. */
  role_since: ColumnType<number | null, number | null | undefined, number | null>;
  origin: 'local' | 'provisioned';
  /** The credential that brought the user over SCIM; null: nobody did, or somebody by Basic. */
  provisioned_by: string | null;
  /** Break-glass: invisible and unwritable over SCIM. */
  protected: Flag;
  manager_id: string | null;
  password_hash: string | null;
  /** The credential that it came by over SCIM; null: the person or somebody else chose it, or nobody knows. */
  password_set_by: ColumnType<string | null, string | null | undefined, string | null>;
  /** The credential that last wrote the e-mail addresses over SCIM; null: somebody else did, or nobody knows. */
  emails_set_by: ColumnType<string | null, string | null | undefined, string | null>;
  /** It was set on the server while the account had single sign-on only, and counts all the same. */
  password_despite_sso: ColumnType<Flag, Flag | undefined, Flag>;
  /** Goes up when everything issued for the user must end: deactivation, password change. */
  stamp: number;
  /** Counts changes of the resource itself. */
  version: number;
  /** Canonical SCIM attributes, as sent. */
  attributes: string;
  /** The single-valued attributes with every case-inexact string folded: for filters without an index. */
  folded: string;
  created_at: Fixed<number>;
  updated_at: number;
}

/** One row per value of a multi-valued attribute, so that a filter on it is an indexed `exists`. */
interface UserValuesTable {
  account_id: Fixed<string>;
  user_id: Fixed<string>;
  /** Canonical attribute name, an extension's prefixed by its URN and a colon. */
  attribute: Fixed<string>;
  ordinal: Fixed<number>;
  /** Folded unless the attribute is case-exact; null when the attribute is not indexed by value. */
  value_key: Fixed<string | null>;
  type_key: Fixed<string | null>;
  is_primary: Fixed<Flag>;
  /** The whole element as JSON, case-inexact strings folded. */
  folded: Fixed<string>;
}

/** The values of attributes that an operator's schema calls unique: one owner each, a user or a group. */
interface UniqueValuesTable {
  account_id: Fixed<string>;
  /** Full path: a schema's URN, a colon, names joined by dots. */
  attribute: Fixed<string>;
  /** As the attribute compares. */
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
  /** Counts changes of what members are called, which change how the group looks and not the group. */
  renames: Generated<number>;
}

/** Members that name nobody yet. */
interface WaitingMembersTable {
  account_id: Fixed<string>;
  group_id: Fixed<string>;
  /** As the identity provider sent it: an id or an externalId of a user who may come. */
  value: Fixed<string>;
  /** When it was last sent, ms since the epoch. */
  since: number;
}

interface MembershipsTable {
  account_id: Fixed<string>;
  group_id: Fixed<string>;
  member_id: Fixed<string>;
  member_type: Fixed<'User' | 'Group'>;
}

interface SessionsTable {
  account_id: Fixed<string>;
  /** SHA-256 of the cookie value, base64url. */
  hash: Fixed<string>;
  /** Names the session where it is listed; the cookie can't be made from it. */
  id: Fixed<string>;
  user_id: Fixed<string>;
  /** The user's when the session began; another one ends it. */
  stamp: Fixed<number>;
  method: Fixed<'password' | 'set-up' | 'sso' | 'passkey' | 'link'>;
  /** What it began with, when by single sign-on. */
  sso_connection_id: Fixed<string | null>;
  ip: Fixed<string>;
  /** User-Agent, shortened. */
  agent: Fixed<string | null>;
  created_at: Fixed<number>;
  /** When the person was last checked. */
  confirmed_at: Fixed<number>;
  /** By a code or passkey, or because it was set up with this session; single sign-on is for the identity provider. */
  second_factor_shown: 0 | 1;
  /** Written once a minute at most. */
  seen_at: number;
  expires_at: Fixed<number>;
}

/** Identity providers that people sign in with, and how they are recognised. */
interface SsoConnectionsTable {
  account_id: Fixed<string>;
  /** Account code, a dash, a UUIDv7. */
  id: Fixed<string>;
  name: string;
  issuer: string;
  client_id: string;
  /** Sealed. */
  client_secret: string;
  /** Of the ID token. */
  claim: string;
  /** The SCIM attribute that must equal it. */
  attribute: 'externalId' | 'userName';
  /** JSON: the credentials whose people it is for; null: for everybody whom no other one is for. */
  credential_ids: string | null;
  enabled: Flag;
  /** Since it has its present settings; to the hour. Null: nobody ever has. */
  last_sign_in_at: ColumnType<number | null, number | null | undefined, number | null>;
  created_at: Fixed<number>;
}

/** One-time links with which somebody chooses a password; a user has one at most. */
interface SignInLinksTable {
  account_id: Fixed<string>;
  user_id: Fixed<string>;
  /** SHA-256 of the token, base64url. */
  hash: string;
  /** The user's when the link was made; another one ends it. */
  stamp: number;
  expires_at: number;
}

/** What people who forgot their password asked for; one row for each of them. */
interface PasswordRequestsTable {
  account_id: Fixed<string>;
  user_id: Fixed<string>;
  /** SHA-256 of the token of the newest link, base64url; null when that was used or replaced. */
  hash: string | null;
  /** As for other links. */
  stamp: number;
  expires_at: number;
  /** When the first of the links that count together was made. */
  begun_at: number;
  count: number;
}

/** Beside the user, whose row a sign-in does not change. */
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

/** Deployment-wide key ring; the secret part is wrapped by the master key. */
interface KeysTable {
  kid: Fixed<string>;
  use: Fixed<'sig' | 'enc'>;
  alg: Fixed<string>;
  /** Public JWK as JSON, null for a symmetric key. */
  public_jwk: Fixed<string | null>;
  /** Changed when it moves to another master key. */
  wrapped: string;
  created_at: Fixed<number>;
  /** Signs or encrypts new tokens from here on. */
  active_at: number;
  /** No longer signs or encrypts; still verifies until it is deleted. */
  retired_at: number | null;
  /** Nothing made with it is accepted any more. */
  revoked_at: number | null;
  /** Never less than the number of tokens encrypted with it; always 0 for a signing key. */
  uses: number;
}

/** Which node does which background work, and until when. */
interface LeasesTable {
  name: Fixed<string>;
  /** Made up by a node at its start. */
  holder: string;
  expires_at: number;
}

/** Requests counted in a window, as rate-limiter-flexible keeps them. */
interface RateLimitsTable {
  key: Fixed<string>;
  points: number;
  /** End of the window. */
  expire: number | null;
}

/** Deployment-wide, as limits are: who failed to sign in by password, and from where. */
interface SignInFailuresTable {
  /** The user, or a digest of a name that is nobody's; empty: anybody, from the address. */
  who: Fixed<string>;
  /** An IPv4 address or a /64 network; empty: from anywhere. */
  address: Fixed<string>;
  failures: number;
  /** Of the last one, or the first one of an address. */
  counted_at: number;
  /** When the user last signed in from the address. */
  succeeded_at: number | null;
  /** Digest of the password hash that the failures belong to: a new password begins at none. */
  password: string | null;
}

/** Single facts of the deployment: master key check, set-up link hash, ... */
interface DeploymentTable {
  name: Fixed<string>;
  value: string;
}
