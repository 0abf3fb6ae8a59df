// The header of a file in the format of age (age-encryption.org/v1): the file key, wrapped for a passphrase or for a
// public key, and a MAC. The primitives are those of node:crypto.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  diffieHellman,
  hkdfSync,
  type KeyObject,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import {
  bytesOfIdentity,
  bytesOfRecipient,
  type OpeningKey,
  type SealingKey,
} from '#kernel/age-keys.ts';
import type { Random } from '#kernel/ids.ts';
import { privateKeyOf, publicBytesOf, publicKeyOf } from '#kernel/x25519.ts';

const VERSION = 'age-encryption.org/v1';
/** The scrypt work factor of new files: 2^17 takes 128 MiB, and about half a second. */
const WORK = 17;
/** The most that is tried of a file that somebody else made, as `age` itself limits it. */
const MOST_WORK = 22;
const COLUMNS = 64;
export const TAG_BYTES = 16;
const FILE_KEY_BYTES = 16;
const NO_NONCE = Buffer.alloc(12);

/** The file can't be opened with this key, or it is damaged. */
export class AgeError extends Error {
  override readonly name = 'AgeError';
}

/** Wraps a file key for a passphrase, or once for each public key. */
export async function makeHeader(
  key: SealingKey,
  fileKey: Buffer,
  random: Random,
): Promise<string> {
  const stanzas =
    'passphrase' in key
      ? [await stanzaForPassphrase(key.passphrase, fileKey, random)]
      : key.recipients.map((recipient) => stanzaForKey(recipient, fileKey, random));
  const head = `${[VERSION, ...stanzas].join('\n')}\n---`;
  return `${head} ${encode(macOf(fileKey, head))}\n`;
}

/**
 * Returns the file key of a header.
 * @param header all of it, with the line of the MAC and without the line break behind that
 * @throws AgeError
 */
export async function openHeader(header: string, key: OpeningKey): Promise<Buffer> {
  const lines = header.split('\n');
  const last = lines.at(-1) ?? '';
  if (lines[0] !== VERSION || !last.startsWith('--- ')) {
    throw new AgeError('The file is not encrypted with age, or its beginning is damaged.');
  }
  const fileKey = await openStanzas(lines.slice(1, -1), key);
  const mac = decode(last.slice(4));
  const expected = macOf(fileKey, header.slice(0, -last.length + 3));
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) {
    throw new AgeError('The file is damaged: its header was changed.');
  }
  return fileKey;
}

async function openStanzas(lines: readonly string[], key: OpeningKey): Promise<Buffer> {
  const stanzas = [...stanzasOf(lines)];
  // Otherwise somebody with a public key could pass a file off as one that the passphrase encrypted.
  if (stanzas.length > 1 && stanzas.some(({ words }) => words[0] === 'scrypt')) {
    throw new AgeError(
      'The file is not valid: one that a passphrase opens has no other recipients (age-encryption.org/v1).',
    );
  }
  for (const { words, body } of stanzas) {
    const fileKey = await openStanza(words, body, key);
    if (fileKey !== undefined) return fileKey;
  }
  throw new AgeError('The key does not open the file: it was encrypted with another one.');
}

async function openStanza(
  words: readonly string[],
  body: Buffer,
  { identities, passphrases }: OpeningKey,
): Promise<Buffer | undefined> {
  const kinds = [
    { kind: 'X25519', keys: identities, open: openForKey },
    { kind: 'scrypt', keys: passphrases, open: openForPassphrase },
  ];
  const { keys = [], open } = kinds.find(({ kind }) => kind === words[0]) ?? {};
  for (const each of keys) {
    const fileKey = await open?.(each, words, body);
    if (fileKey !== undefined) return fileKey;
  }
  return undefined;
}

function* stanzasOf(lines: readonly string[]) {
  let words: readonly string[] = [];
  let body = '';
  for (const line of lines) {
    if (line.startsWith('-> ')) {
      words = line.slice(3).split(' ');
      body = '';
      continue;
    }
    body += line;
    // A shorter line, possibly an empty one, ends the body.
    if (line.length < COLUMNS) yield { words, body: decode(body) };
  }
}

async function stanzaForPassphrase(
  passphrase: string,
  fileKey: Buffer,
  random: Random,
): Promise<string> {
  const salt = random.bytes(16);
  const wrapping = await stretch(passphrase, salt, WORK);
  return `-> scrypt ${encode(salt)} ${WORK}\n${encode(seal(wrapping, fileKey))}`;
}

async function openForPassphrase(
  passphrase: string,
  [, salt = '', work = '']: readonly string[],
  body: Buffer,
): Promise<Buffer | undefined> {
  if (!/^[1-9]\d?$/.test(work) || Number(work) > MOST_WORK) {
    throw new AgeError(`The file asks for too much work to open it (${work.slice(0, 20)}).`);
  }
  return unseal(await stretch(passphrase, decode(salt), Number(work)), body);
}

function stretch(passphrase: string, salt: Buffer, work: number): Promise<Buffer> {
  const N = 2 ** work;
  const options = { N, r: 8, p: 1, maxmem: 2 * 128 * N * 8 };
  const salted = Buffer.concat([Buffer.from(`${VERSION}/scrypt`), salt]);
  return new Promise((resolve, reject) => {
    scrypt(passphrase, salted, 32, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

function stanzaForKey(text: string, fileKey: Buffer, random: Random): string {
  const recipient = bytesOfRecipient(text);
  if (recipient === undefined) throw new Error('not a public key of age');
  const ephemeral = privateKeyOf(random.bytes(32));
  const share = publicBytesOf(ephemeral);
  const wrapping = wrappingKey(ephemeral, recipient, share, recipient);
  return `-> X25519 ${encode(share)}\n${encode(seal(wrapping, fileKey))}`;
}

function openForKey(
  identity: string,
  [, text = '']: readonly string[],
  body: Buffer,
): Buffer | undefined {
  const secret = bytesOfIdentity(identity);
  if (secret === undefined) throw new Error('not a secret key of age');
  const own = privateKeyOf(secret);
  const share = decode(text);
  if (share.length !== 32) throw new AgeError('The file is damaged: its header was changed.');
  return unseal(wrappingKey(own, share, share, publicBytesOf(own)), body);
}

function wrappingKey(own: KeyObject, other: Buffer, share: Buffer, recipient: Buffer): Buffer {
  const shared = diffieHellman({ privateKey: own, publicKey: publicKeyOf(other) });
  return derive(shared, Buffer.concat([share, recipient]), `${VERSION}/X25519`);
}

export const derive = (key: Buffer, salt: Buffer, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, 32));

const macOf = (fileKey: Buffer, head: string): Buffer =>
  createHmac('sha256', derive(fileKey, Buffer.alloc(0), 'header'))
    .update(head)
    .digest();

/** Encrypts a file key. Each wrapping key is used once, so the nonce may be zero. */
function seal(key: Buffer, fileKey: Buffer): Buffer {
  const cipher = createCipheriv('chacha20-poly1305', key, NO_NONCE, { authTagLength: TAG_BYTES });
  return Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
}

/** Returns undefined if this key did not encrypt it. */
function unseal(key: Buffer, body: Buffer): Buffer | undefined {
  if (body.length !== FILE_KEY_BYTES + TAG_BYTES) return undefined;
  const options = { authTagLength: TAG_BYTES };
  const decipher = createDecipheriv('chacha20-poly1305', key, NO_NONCE, options);
  decipher.setAuthTag(body.subarray(FILE_KEY_BYTES));
  try {
    return Buffer.concat([decipher.update(body.subarray(0, FILE_KEY_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}

const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
const decode = (text: string): Buffer => Buffer.from(text, 'base64');
