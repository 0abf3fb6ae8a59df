import type { AuditRow } from './chain-hash.ts';

/** Conditions on listed audit events; an event must meet all that are given. */
export interface AuditFilter {
  /** Milliseconds since the epoch, included. */
  readonly from?: number | undefined;
  /** Milliseconds since the epoch, not included. */
  readonly to?: number | undefined;
  /** An action, or the beginning of several actions. */
  readonly action?: string | undefined;
  readonly userId?: string | undefined;
  readonly credentialId?: string | undefined;
  readonly targetType?: string | undefined;
  readonly targetId?: string | undefined;
  readonly result?: 'ok' | 'refused' | undefined;
  readonly ip?: string | undefined;
}

/** An event as lists read it. */
export interface ListedRow extends AuditRow {
  /** Null until the event is linked into the chain. */
  readonly chain_seq: number | null;
  readonly chain_hash: string | null;
}

/** The last event of a page: the next page begins after it. */
export interface AuditPosition {
  readonly at: number;
  readonly id: string;
}
