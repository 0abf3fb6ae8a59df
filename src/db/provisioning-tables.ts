import type { Fixed, Flag } from './column-types.ts';

/** What identity providers sent and were answered: account/provisioning-log. */
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
}

/** Attributes that identity providers sent, known to a schema or not. */
export interface ProvisioningAttributesTable {
  account_id: Fixed<string>;
  resource_type: Fixed<string>;
  path: Fixed<string>;
  seen: number;
  last_seen_at: number;
}
