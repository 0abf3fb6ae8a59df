// The access token: signed (ES256), then encrypted (dir, A256GCM), as docs and RFC 9068 say. The only
// folder that imports jose. It knows the token's format and the keys it is handed; it does not know
// where keys are stored, who may have a token, or whether one still holds: that is asked of the
// storage on every request (credentials/).
import type { Clock } from '#kernel/clock.ts';
import type { Ids } from '#kernel/ids.ts';
import type { KeyRing } from './key-set.ts';
import type { TokenClaims, TokenSubject } from './token-format.ts';

export type { EncryptionKey, KeyRing, KeySet, KeyUse, SigningKey } from './key-set.ts';
export type { TokenClaims, TokenSubject } from './token-format.ts';

export interface IssuedToken {
  readonly token: string;
  /** jti */
  readonly tokenId: string;
  /** Seconds. */
  readonly expiresIn: number;
}

export interface Tokens {
  issue(subject: TokenSubject): Promise<IssuedToken>;
  /**
   * What the token says. Its signature, times and audience are good; whether it still holds is for
   * the storage to tell (live state), on every request.
   * @throws AppError `token-invalid`, `token-expired`.
   */
  verify(token: string): Promise<TokenClaims>;
}

export interface TokensDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  /** iss: the authorisation server's URL. */
  readonly issuer: string;
  readonly ring: KeyRing;
}
