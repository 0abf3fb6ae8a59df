import type { Fixed, Flag } from './column-types.ts';

/** What identity providers sent and were answered: provisioning/log. */
export interface ProvisioningLogTable {
  account_id: Fixed<string>;
  /** Sorts by time. */
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
  credential_id: Fixed<string | null>;
  user_id: Fixed<string | null>;
  ip: Fixed<string>;
  agent: Fixed<string | null>;
  /** Without secrets, shortened. */
  request_body: Fixed<string | null>;
  response_body: Fixed<string | null>;
  truncated: Fixed<Flag>;
  /** Requests before this one that could not be kept. */
  dropped: Fixed<number>;
  /** What it did beside succeeding, as JSON: see provisioning/log/notes.ts. */
  notes: Fixed<string | null>;
}

/** Attributes that identity providers sent, known to a schema or not. */
export interface ProvisioningAttributesTable {
  account_id: Fixed<string>;
  resource_type: Fixed<string>;
  path: Fixed<string>;
  seen: number;
  last_seen_at: number;
}

/** `paused`: SCIM is asked to come again later; `disconnected`: it is refused. */
export type ProvisioningState = 'on' | 'paused' | 'disconnected';

/** How the state came about, and what stops provisioning by itself; no row: as it was made. */
export interface ProvisioningSettingsTable {
  account_id: Fixed<string>;
  changed_at: number | null;
  /** The admin who changed the state; null: the service itself. */
  changed_by: string | null;
  reason: 'admin' | 'guard' | null;
  /** Of all people, how many may leave within the time. */
  guard_percent: number;
  /** So many may leave in any case. */
  guard_minimum: number;
  guard_minutes: number;
  guard_enabled: Flag;
  /** An admin agreed to a large change until then. */
  guard_off_until: number | null;
}

/** How many people provisioning has taken away since when. */
export interface LeavingsTable {
  account_id: Fixed<string>;
  started_at: number;
  count: number;
}

/** Groups whose members have a role. */
export interface RoleMappingsTable {
  account_id: Fixed<string>;
  group_id: Fixed<string>;
  role: Fixed<'admin' | 'designer' | 'member'>;
}

/** SCIM requests of senders who proved nothing: provisioning/log. */
export interface UnprovenRequestsTable {
  account_id: Fixed<string>;
  /** Its beginning. */
  hour: Fixed<number>;
  /** Empty: of many addresses or routes. */
  ip: Fixed<string>;
  method: Fixed<string>;
  /** With parameters as `:name`; empty: there is none. */
  route: Fixed<string>;
  count: number;
  first_at: Fixed<number>;
  last_at: number;
}
