import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';

/**
 * Seals text that a client gets and hands back, such as a position in a list. The client can neither read it, nor
 * change it, nor use it outside the context that it was made for (RFC 9865 §5.2).
 */
export interface Seal {
  /** Returns text for a URL (letters, digits, `-` and `_`): 38 characters, and 4 for every 3 bytes of the payload. */
  seal(context: string, payload: string): string;
  /** Returns the payload; undefined for text that was not sealed by this deployment for this context. */
  open(context: string, sealed: string): string | undefined;
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SEALED = /^[A-Za-z0-9_-]+$/;

/** Seals with the first key and opens with any: during a move to a new master key, texts of both exist. */
export function createSealOf(keysAtHand: () => readonly Uint8Array[]): Seal {
  const seals = new WeakMap<Uint8Array, Seal>();
  const sealOf = (key: Uint8Array): Seal => {
    const made = seals.get(key) ?? createSeal(key);
    seals.set(key, made);
    return made;
  };
  return {
    seal(context, payload) {
      const [first] = keysAtHand();
      if (!first) throw new Error('there is no key to seal with');
      return sealOf(first).seal(context, payload);
    },
    open(context, sealed) {
      for (const key of keysAtHand()) {
        const payload = sealOf(key).open(context, sealed);
        if (payload !== undefined) return payload;
      }
      return undefined;
    },
  };
}

/** Creates a seal from the master key of the deployment, so that every node can open the seals of the others. */
export function createSeal(masterKey: Uint8Array): Seal {
  const keys = Buffer.from(hkdfSync('sha256', masterKey, '', 'formstead seal v2', 2 * KEY_BYTES));
  const cipherKey = keys.subarray(0, KEY_BYTES);
  const nonceKey = keys.subarray(KEY_BYTES);
  // Derived from the content: no two texts share a nonce, and the same text has the same seal on every node.
  const nonceOf = (context: string, payload: string): Buffer => {
    const mac = createHmac('sha256', nonceKey);
    // The length prevents two pairs of context and payload from having the same input.
    mac.update(`${context.length}:${context}${payload}`);
    return mac.digest().subarray(0, NONCE_BYTES);
  };
  return {
    seal(context, payload) {
      const nonce = nonceOf(context, payload);
      const cipher = createCipheriv(CIPHER, cipherKey, nonce).setAAD(Buffer.from(context));
      const hidden = [cipher.update(payload, 'utf8'), cipher.final()];
      return Buffer.concat([nonce, ...hidden, cipher.getAuthTag()]).toString('base64url');
    },
    open(context, sealed) {
      const bytes = Buffer.from(SEALED.test(sealed) ? sealed : '', 'base64url');
      // Spare bits of the last character allow several spellings; only the canonical one is accepted.
      if (bytes.length < NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== sealed) {
        return undefined;
      }
      const cipher = createDecipheriv(CIPHER, cipherKey, bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const payload = cipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([payload, cipher.final()]).toString('utf8');
      } catch {
        return undefined; // Not sealed here, or for another context: an expected result, not an error.
      }
    },
  };
}
