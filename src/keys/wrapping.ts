import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { Random } from '#kernel/ids.ts';
import { MasterKeyError } from './master-key-error.ts';
import type { MasterKey, MasterKeys } from './master-keys.ts';

/** Encrypts secrets for the storage, so that only the holder of the master key can read them. */
export interface Wrapper {
  /** Encrypts a secret; the result can be decrypted only with the same `context`. */
  wrap(secret: Buffer, context: string): string;
  /** @throws MasterKeyError when another master key wrapped the secret, or it was changed */
  unwrap(wrapped: string, context: string): Buffer;
}

const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Creates a wrapper. Format: `v1.<id of the master key>.<iv>.<ciphertext and tag>`, AES-256-GCM, in base64url. */
export function createWrapper({ id, key: masterKey }: MasterKey, random: Random): Wrapper {
  // Each purpose of the master key has a derived key (SP 800-108); this one only wraps keys.
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'formstead key wrapping v1', 32));
  return {
    wrap(secret, context) {
      const iv = random.bytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
      return [VERSION, id, iv.toString('base64url'), sealed.toString('base64url')].join('.');
    },
    unwrap(wrapped, context) {
      const [version, wrappedBy, iv = '', sealed = ''] = wrapped.split('.');
      if (version !== VERSION) {
        throw new MasterKeyError(`A stored key has the unknown format ${version}.`);
      }
      if (wrappedBy !== id) {
        throw new MasterKeyError(
          `The database holds keys wrapped by another master key (${wrappedBy}, this one is ${id}). ` +
            'Start with the master key that this database was created with.',
        );
      }
      return open(key, Buffer.from(iv, 'base64url'), Buffer.from(sealed, 'base64url'), context);
    },
  };
}

/** Wraps with the master key that seals, and unwraps with any of the process. */
export function createWrapperOf(masterKeys: MasterKeys, random: Random): Wrapper {
  const wrapperBy = (id?: string): Wrapper => {
    const [first, ...others] = masterKeys.inHand();
    return createWrapper(others.find((each) => each.id === id) ?? first, random);
  };
  return {
    wrap: (secret, context) => wrapperBy().wrap(secret, context),
    unwrap: (wrapped, context) => wrapperBy(wrappedBy(wrapped)).unwrap(wrapped, context),
  };
}

/** Returns the id of the master key that wrapped a secret. */
export function wrappedBy(wrapped: string): string {
  return wrapped.split('.')[1] ?? '';
}

function open(key: Buffer, iv: Buffer, sealed: Buffer, context: string): Buffer {
  try {
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv('aes-256-gcm', key, iv, options)
      .setAAD(Buffer.from(context))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch (cause) {
    throw new MasterKeyError(`A stored key (${context}) was changed and can't be read.`, { cause });
  }
}
