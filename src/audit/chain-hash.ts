import { hash } from 'node:crypto';

/** An audit event as it is stored, without its position in the chain. */
export interface AuditRow {
  readonly account_id: string;
  readonly id: string;
  readonly at: number;
  readonly action: string;
  readonly result: string;
  readonly actor_user_id: string | null;
  readonly credential_id: string | null;
  readonly ip: string | null;
  readonly target_type: string | null;
  readonly target_id: string | null;
  readonly detail: string | null;
}

export interface LinkedRow extends AuditRow {
  readonly chain_seq: number;
  readonly chain_hash: string | null;
}

/** Version of the hashed text. Change it whenever that text changes. */
const FORMAT = 'formstead-audit-1';

/**
 * Returns the hash of an event at its position: SHA-256, base64url, over a JSON array in UTF-8 of the format, the
 * hash of the previous event (null for the first), the number, and every column as stored. Two different events
 * never have the same text: strings are quoted, and there is no whitespace.
 */
export function chainHash(previous: string | null, seq: number, row: AuditRow): string {
  const text = JSON.stringify([
    FORMAT,
    previous,
    seq,
    row.account_id,
    row.id,
    row.at,
    row.action,
    row.result,
    row.actor_user_id,
    row.credential_id,
    row.ip,
    row.target_type,
    row.target_id,
    row.detail,
  ]);
  return hash('sha256', text, 'base64url');
}
