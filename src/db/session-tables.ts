import type { Fixed } from './column-types.ts';

export interface SessionsTable {
  account_id: Fixed<string>;
  /** SHA-256 of the cookie value, base64url. */
  hash: Fixed<string>;
  /** Identifies the session in lists; the cookie can't be derived from it. */
  id: Fixed<string>;
  user_id: Fixed<string>;
  /** The user's stamp when the session began; the session ends when the user's stamp changes. */
  stamp: Fixed<number>;
  method: Fixed<'password' | 'set-up' | 'sso' | 'passkey' | 'link'>;
  /** The connection that the session began with, if by single sign-on. */
  sso_connection_id: Fixed<string | null>;
  ip: Fixed<string>;
  /** User-Agent header, shortened. */
  agent: Fixed<string | null>;
  created_at: Fixed<number>;
  /** When the user last proved who they are. */
  confirmed_at: Fixed<number>;
  /** 1: by a code or passkey, or set up in this session. With single sign-on, the identity provider asks for it. */
  second_factor_shown: 0 | 1;
  /** Written at most once a minute. */
  seen_at: number;
  expires_at: Fixed<number>;
}
