import type { KeyObject } from 'node:crypto';
import type { CryptoKey } from 'jose';
import { jweHeaderText, jwsHeaderText } from './token-format.ts';

/** What a key is for: `sig` signs the inner JWT, `enc` encrypts the outer one. */
export type KeyUse = 'sig' | 'enc';

/** A key pair for signing; a node that only verifies would not need the private half. */
export interface SigningKey {
  readonly kid: string;
  /** Signs. A log line does not reveal it; pass it only to code that signs. */
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

/** Every usable key at one moment; a change makes a new set. */
export interface KeySet {
  /** Signs new tokens. */
  readonly signing: SigningKey;
  /** Encrypts new tokens. */
  readonly encryption: EncryptionKey;
  /** All keys whose signatures are accepted, by the exact header of such a JWS. */
  readonly verifying: ReadonlyMap<string, SigningKey>;
  /** All keys whose tokens can be opened, by the exact header of such a JWE. */
  readonly decrypting: ReadonlyMap<string, EncryptionKey>;
}

/** The source of keys; keys/ implements it over the storage. */
export interface KeyRing {
  /** Returns the keys as read at most `maxAgeMs` ago, by default a minute. */
  current(maxAgeMs?: number): Promise<KeySet>;
  /** Reads the keys again, for a kid that `current` does not have; at most once a second. */
  refresh(): Promise<KeySet>;
  /** Counts a token before it is encrypted, because a key may encrypt only a limited number. */
  countUse(kid: string): Promise<void>;
}

/** Returns a set of usable keys: the first signing and the first encryption key are the active ones. */
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
