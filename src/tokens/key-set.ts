import type { KeyObject } from 'node:crypto';
import type { CryptoKey } from 'jose';
import { jweHeaderText, jwsHeaderText } from './token-format.ts';

/** What a key is for: `sig` signs the inner JWT, `enc` encrypts the outer one. */
export type KeyUse = 'sig' | 'enc';

/** A key pair that signs; a node that only verifies could do without the private half. */
export interface SigningKey {
  readonly kid: string;
  /** Signs. It shows nothing of itself in a log line; only ever hand it to who signs. */
  readonly privateKey: KeyObject;
  readonly publicKey: CryptoKey;
}

export interface EncryptionKey {
  readonly kid: string;
  /** Encrypts. */
  readonly secretKey: KeyObject;
  /** Decrypts. */
  readonly key: CryptoKey;
}

/** Every key that is good for anything at one moment; a new moment is a new set. */
export interface KeySet {
  /** Signs new tokens. */
  readonly signing: SigningKey;
  /** Encrypts new tokens. */
  readonly encryption: EncryptionKey;
  /** All keys whose signatures are still accepted, by the exact header that such a JWS has. */
  readonly verifying: ReadonlyMap<string, SigningKey>;
  /** All keys whose tokens are still opened, by the exact header that such a JWE has. */
  readonly decrypting: ReadonlyMap<string, EncryptionKey>;
}

/** Where keys come from. Implemented by keys/ over the storage. */
export interface KeyRing {
  /** The keys as read at most so long ago; a minute unless said otherwise. */
  current(maxAgeMs?: number): Promise<KeySet>;
  /** The keys read anew, for a kid that `current` does not know; reads at most once a second. */
  refresh(): Promise<KeySet>;
  /** Counts a token before it is encrypted: a key is good for a limited number of them. */
  countUse(kid: string): Promise<void>;
}

/** Orders the usable keys: the first signing and the first encryption key are the active ones. */
export function createKeySet(keys: {
  readonly signing: readonly [SigningKey, ...SigningKey[]];
  readonly encryption: readonly [EncryptionKey, ...EncryptionKey[]];
}): KeySet {
  return {
    signing: keys.signing[0],
    encryption: keys.encryption[0],
    verifying: new Map(keys.signing.map((key) => [jwsHeaderText(key.kid), key])),
    decrypting: new Map(keys.encryption.map((key) => [jweHeaderText(key.kid), key])),
  };
}
