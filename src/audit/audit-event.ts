import type { AuditRow } from './chain-hash.ts';

/** What a list of the record is narrowed to; every part must fit. */
export interface AuditFilter {
  /** Milliseconds since the epoch, included. */
  readonly from?: number | undefined;
  /** Milliseconds since the epoch, not included. */
  readonly to?: number | undefined;
  /** The action, or how it begins. */
  readonly action?: string | undefined;
  readonly userId?: string | undefined;
  readonly credentialId?: string | undefined;
  readonly targetType?: string | undefined;
  readonly targetId?: string | undefined;
  readonly result?: 'ok' | 'refused' | undefined;
  readonly ip?: string | undefined;
}

/** A line as lists read it. */
export interface ListedRow extends AuditRow {
  /** Null until the line is linked. */
  readonly chain_seq: number | null;
  readonly chain_hash: string | null;
}

/** Where a list goes on: behind this line. */
export interface AuditPlace {
  readonly at: number;
  readonly id: string;
}
