import { createCipheriv, createECDH, hkdfSync } from 'node:crypto';

/** The keys of a subscription, as a browser made them, as bytes. */
export interface SubscriptionKeys {
  /** An uncompressed point of P-256: 65 bytes. */
  readonly p256dh: Uint8Array;
  /** 16 bytes. */
  readonly auth: Uint8Array;
}

/** What is chosen at random for each message. */
export interface Chance {
  /** 16 bytes. */
  readonly salt: Uint8Array;
  /** The private key of the sender, 32 bytes; undefined: a new one. */
  readonly privateKey?: Uint8Array;
}

const RECORD_BYTES = 4096;
/** Marks the last record, without padding (RFC 8188 §2). */
const END = Buffer.of(2);

/**
 * Encrypts a message for a subscription (RFC 8291), as one record of `aes128gcm` (RFC 8188). Only the browser that made
 * the subscription can read it.
 * @throws Error when `p256dh` is no point of the curve
 */
export function encryptFor(
  { p256dh, auth }: SubscriptionKeys,
  message: string,
  { salt, privateKey }: Chance,
): Uint8Array {
  const own = createECDH('prime256v1');
  if (privateKey) own.setPrivateKey(privateKey);
  else own.generateKeys();
  const publicKey = own.getPublicKey();
  const shared = own.computeSecret(p256dh);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, publicKey]);
  const secret = derive(shared, auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const plain = Buffer.concat([Buffer.from(message), END]);
  const sealed = [cipher.update(plain), cipher.final(), cipher.getAuthTag()];
  const size = Buffer.alloc(5);
  size.writeUInt32BE(RECORD_BYTES);
  size.writeUInt8(publicKey.length, 4);
  return Buffer.concat([salt, size, publicKey, ...sealed]);
}

const derive = (
  secret: Uint8Array,
  salt: Uint8Array,
  info: string | Uint8Array,
  bytes: number,
): Uint8Array => new Uint8Array(hkdfSync('sha256', secret, salt, info, bytes));
