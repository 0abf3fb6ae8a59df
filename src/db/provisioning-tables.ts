import type { ColumnType } from 'kysely';
import type { Fixed, Flag } from './column-types.ts';

/** Requests of identity providers with their answers: provisioning/log. */
interface ProvisioningLogTable {
  account_id: Fixed<string>;
  /** Ids sort by time. */
  id: Fixed<string>;
  request_id: Fixed<string>;
  at: Fixed<number>;
  ms: Fixed<number>;
  method: Fixed<string>;
  path: Fixed<string>;
  query: Fixed<string | null>;
  status: Fixed<number>;
  outcome: Fixed<'ok' | 'refused' | 'failed'>;
  code: Fixed<string | null>;
  detail: Fixed<string | null>;
  resource_type: Fixed<string | null>;
  resource_id: Fixed<string | null>;
  resource_name: Fixed<string | null>;
  name_key: Fixed<string | null>;
  /** The name of the resource before this request renamed it. */
  name_before: Fixed<string | null>;
  name_before_key: Fixed<string | null>;
  credential_id: Fixed<string | null>;
  user_id: Fixed<string | null>;
  ip: Fixed<string>;
  agent: Fixed<string | null>;
  /** Shortened, and without secrets. */
  request_body: Fixed<string | null>;
  response_body: Fixed<string | null>;
  truncated: Fixed<Flag>;
  /** Number of requests before this one that could not be recorded. */
  dropped: Fixed<number>;
  /** Effects of the request besides its success, as JSON: see provisioning/log/notes.ts. */
  notes: Fixed<string | null>;
  /** The user that has the value which a refused request wanted. */
  holder_id: ColumnType<string | null, string | null | undefined, never>;
}

/** The size of the provisioning log: the sum of its entries from one id to that of the next part. */
interface ProvisioningLogPartsTable {
  account_id: Fixed<string>;
  /** The id of its first entry. */
  id: Fixed<string>;
  bytes: ColumnType<number | string, number, number>;
  /** When its last entry was made. */
  last_at: ColumnType<number | string, number, number>;
}

/** Attributes that identity providers sent, whether a schema knows them or not. */
interface ProvisioningAttributesTable {
  account_id: Fixed<string>;
  resource_type: Fixed<string>;
  path: Fixed<string>;
  seen: number;
  last_seen_at: number;
}

/** `paused`: SCIM requests are answered with 503 and Retry-After. `disconnected`: they are refused. */
export type ProvisioningState = 'on' | 'paused' | 'disconnected';

/** How the state came about, and the guard that can pause provisioning; no row: defaults. */
interface ProvisioningSettingsTable {
  account_id: Fixed<string>;
  changed_at: number | null;
  /** The admin who changed the state; null: Formstead itself. */
  changed_by: string | null;
  reason: 'admin' | 'guard' | null;
  /** Percent of users that may leave within `guard_minutes`. */
  guard_percent: number;
  /** A number of users that may always leave. */
  guard_minimum: number;
  guard_minutes: number;
  guard_enabled: Flag;
  /** An admin has approved a large change until this time. */
  guard_off_until: number | null;
}

/** How many users provisioning has removed or deactivated since `started_at`. */
interface DepartureCountsTable {
  account_id: Fixed<string>;
  started_at: number;
  count: number;
}

/** Roles that members of a group have. */
interface RoleMappingsTable {
  account_id: Fixed<string>;
  group_id: Fixed<string>;
  role: Fixed<'admin' | 'designer' | 'member'>;
}

/** Role mappings that ended because their group was deleted, until they are given back or dismissed. */
interface EndedRoleMappingsTable extends RoleMappingsTable {
  group_name: Fixed<string>;
  /** Folded and collapsed. */
  name_key: Fixed<string>;
  ended_at: Fixed<number>;
  /** Null: a person deleted the group. */
  credential_id: Fixed<string | null>;
  /** How many lost a role. */
  people: Fixed<number>;
}

/** SCIM requests of unauthenticated senders: provisioning/log. */
interface UnauthenticatedRequestsTable {
  account_id: Fixed<string>;
  /** Start of the hour. */
  hour: Fixed<number>;
  /** Empty: several addresses or routes. */
  ip: Fixed<string>;
  method: Fixed<string>;
  /** With parameters as `:name`; empty: no such route. */
  route: Fixed<string>;
  count: number;
  first_at: Fixed<number>;
  last_at: number;
}

export interface ProvisioningTables {
  provisioning_log: ProvisioningLogTable;
  provisioning_log_parts: ProvisioningLogPartsTable;
  provisioning_attributes: ProvisioningAttributesTable;
  unproven_requests: UnauthenticatedRequestsTable;
  provisioning_settings: ProvisioningSettingsTable;
  leavings: DepartureCountsTable;
  ended_role_mappings: EndedRoleMappingsTable;
  role_mappings: RoleMappingsTable;
}
