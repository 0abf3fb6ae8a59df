// The deployment's signing and encryption keys: stored wrapped by the master key, shared by all
// nodes, rotated without a failed request. It does not know tokens beyond the ring they are given.
import type { KeyRing, KeyUse } from '#tokens/tokens.ts';

/** A key as an operator sees it. */
export interface KeyInfo {
  readonly kid: string;
  readonly use: KeyUse;
  readonly alg: string;
  readonly state: 'active' | 'verify-only' | 'revoked';
  readonly createdAt: number;
  readonly retiredAt: number | undefined;
  readonly revokedAt: number | undefined;
}

export interface StoredKeyRing extends KeyRing {
  list(): Promise<readonly KeyInfo[]>;
  /** New keys sign and encrypt at once; the old ones still verify until their tokens are over. */
  rotate(use: KeyUse | 'both'): Promise<readonly KeyInfo[]>;
  /** Ends every token made with the key now; an active key gets a successor. @throws AppError `not-found`. */
  revoke(kid: string): Promise<void>;
  /** Deletes keys whose last token is over; gives their kids. */
  purge(): Promise<readonly string[]>;
}
