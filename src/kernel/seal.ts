import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/**
 * Hands text to a client and knows it again: a position in a list, a cursor. The client can read it,
 * so it holds no secret; it can't change it, nor use it anywhere but in the context it was made for.
 */
export interface Seal {
  /** Text for a URL: base64url of the payload, a dot, 128 bits of authentication. */
  seal(context: string, payload: string): string;
  /** The payload, or undefined for anything that was not sealed here for this context. */
  open(context: string, sealed: string): string | undefined;
}

const TAG_BYTES = 16;
const SEALED = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{22})$/;

/** `masterKey` is the deployment's, so that every node knows the seals of the others. */
export function createSeal(masterKey: Uint8Array): Seal {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'formstead seal v1', 32));
  const tagOf = (context: string, payload: string): Buffer => {
    const mac = createHmac('sha256', key);
    // The length keeps context and payload from being told apart in two ways.
    mac.update(`${context.length}:${context}${payload}`);
    return mac.digest().subarray(0, TAG_BYTES);
  };
  return {
    seal(context, payload) {
      const tag = tagOf(context, payload).toString('base64url');
      return `${Buffer.from(payload).toString('base64url')}.${tag}`;
    },
    open(context, sealed) {
      const [, text = '', tag = ''] = SEALED.exec(sealed) ?? [];
      const payload = Buffer.from(text, 'base64url').toString();
      const given = Buffer.from(tag, 'base64url');
      if (given.length !== TAG_BYTES) return undefined;
      return timingSafeEqual(given, tagOf(context, payload)) ? payload : undefined;
    },
  };
}
