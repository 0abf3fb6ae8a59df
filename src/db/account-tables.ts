import type { ColumnType, Generated } from 'kysely';
import type { Fixed, Flag } from './column-types.ts';
import type { ProvisioningState } from './provisioning-tables.ts';
import type { SecondFactorFor } from './second-factor-tables.ts';

/** An organisation in the instance, with its settings. */
export interface AccountsTable {
  id: Fixed<string>;
  /** Immutable; the prefix of every opaque handle of the account: client id, session, invitation. */
  code: Fixed<string>;
  name: string;
  active: Flag;
  /** Whether Basic authentication is accepted (deprecated). */
  basic_allowed: Flag;
  /** Minimum lengths in characters: of passwords set in the web app, and of passwords that arrive over SCIM. */
  password_min_length: Generated<number>;
  time_zone: Generated<string>;
  password_min_length_scim: Generated<number>;
  /** When a session ends: after this time without a request, and after this time in any case. */
  session_idle_seconds: Generated<number>;
  session_longest_seconds: Generated<number>;
  /** How many days a request stays in the provisioning log. */
  provisioning_log_days: ColumnType<number, number | undefined, number>;
  /** When the newest entry was made that the log lost to its limit in bytes; null: none was. */
  provisioning_log_cut_at: ColumnType<
    number | string | null,
    number | null | undefined,
    number | null
  >;
  /** Whether Formstead answers SCIM requests. */
  provisioning: ColumnType<ProvisioningState, ProvisioningState | undefined, ProvisioningState>;
  /** 1: a PUT of a group without `members` keeps its members. 0: it removes them. */
  keeps_omitted_members: ColumnType<Flag, Flag | undefined, Flag>;
  /** 1: a manager may also be named by user name or e-mail address. */
  managers_by_name: ColumnType<Flag, Flag | undefined, Flag>;
  /** 1: an externalId alone is enough to restore an inactive user. */
  restores_by_external_id: ColumnType<Flag, Flag | undefined, Flag>;
  /** 1: only break-glass users may sign in by other means than single sign-on. */
  sso_only: ColumnType<Flag, Flag | undefined, Flag>;
  /** Which users need a second factor. */
  second_factor_for: ColumnType<SecondFactorFor, SecondFactorFor | undefined, SecondFactorFor>;
  /** How many days users may continue without a second factor. */
  second_factor_grace_days: Generated<number>;
  /** When the account last began to ask more users for a second factor; null: it never asked. */
  second_factor_since: ColumnType<number | null, number | null | undefined, number | null>;
  /** Limits of what the account stores. 0: no limit; null: the limit of the settings. */
  quota_file_bytes: ColumnType<number | string | null, number | null | undefined, number | null>;
  quota_forms: ColumnType<number | string | null, number | null | undefined, number | null>;
  quota_answer_bytes: ColumnType<number | string | null, number | null | undefined, number | null>;
  /** 1: designers may make links by which people without an account fill in forms. */
  public_links_allowed: ColumnType<Flag, Flag | undefined, Flag>;
  created_at: Fixed<number>;
}
