// What a key of a backup is: keys of age (age-encryption.org), read as the program `age` reads its files, or a
// passphrase. Settings and key files go through here, so that no text becomes a key that nobody means.
import { counted } from '#kernel/counted.ts';
import { bech32Of, bytesOfBech32 } from './bech32.ts';
import { privateKeyOf, publicBytesOf } from './x25519.ts';

/** What encrypts: public keys of age, each of which opens the file by its secret key, or a passphrase. */
export type SealingKey =
  | { readonly recipients: readonly string[] }
  | { readonly passphrase: string };

/** What decrypts: secret keys of age, and passphrases, which are tried one after the other. */
export interface OpeningKey {
  readonly identities: readonly string[];
  readonly passphrases: readonly string[];
}

/** Why a text is no key, in a sentence that does not show it, and what would be right. */
export interface KeyFault {
  readonly problem: string;
  readonly fix: string;
}

type KeyText =
  | { readonly kind: 'public'; readonly keys: readonly string[] }
  | { readonly kind: 'secret'; readonly keys: readonly string[] }
  | { readonly kind: 'passphrase'; readonly passphrase: string };

const SHORTEST_PASSPHRASE = 16;
const KEY_BYTES = 32;
const SECRET = 'age-secret-key-';
const GIVE =
  'Give public keys of age-keygen (age1…), one per line, or a passphrase of one line, such as openssl rand -base64 32 makes it.';

/** Returns the 32 bytes of a public key of age, `age1…`; undefined for anything else. */
export const bytesOfRecipient = (text: string): Buffer | undefined => keyBytes(text, 'age');

/** Returns the 32 bytes of a secret key of age, `AGE-SECRET-KEY-1…`; undefined for anything else. */
export const bytesOfIdentity = (text: string): Buffer | undefined => keyBytes(text, SECRET);

function keyBytes(text: string, prefix: string): Buffer | undefined {
  const bytes = bytesOfBech32(text, prefix);
  return bytes?.length === KEY_BYTES ? bytes : undefined;
}

/** Returns the public key that belongs to a secret key, which must be one. */
function recipientOf(identity: string): string {
  const bytes = bytesOfIdentity(identity);
  if (bytes === undefined) throw new Error('not a secret key of age');
  return bech32Of(publicBytesOf(privateKeyOf(bytes)), 'age');
}

/**
 * Returns the key that a text encrypts with.
 * @param secretKeys `derive` encrypts for the public key of a secret one; `refuse` is for where no secret key may be
 */
export function sealingKeyIn(text: string, secretKeys: 'derive' | 'refuse'): SealingKey | KeyFault {
  const found = readKeyText(text);
  if ('problem' in found) return found;
  if (found.kind === 'public') return { recipients: found.keys };
  if (found.kind === 'secret') {
    const recipients = found.keys.map(recipientOf);
    if (secretKeys === 'derive') return { recipients };
    return {
      problem: 'It is a secret key, which opens backups: with it, this machine could read them.',
      fix: `Give its public key instead: ${recipients.join(', ')}.`,
    };
  }
  const { passphrase } = found;
  if (passphrase.length >= SHORTEST_PASSPHRASE) return { passphrase };
  const problem = `It is a passphrase of less than ${SHORTEST_PASSPHRASE} characters.`;
  return { problem, fix: GIVE };
}

/**
 * Returns what a key file decrypts. Until version 0.2.0, a whole file or a secret key could become the passphrase of a
 * backup. Therefore both are also tried as such.
 */
export function openingKeyIn(text: string): OpeningKey | KeyFault {
  const found = readKeyText(text);
  const asItWas = [text.trim(), ...linesOf(text).slice(0, 1)];
  if ('problem' in found) {
    // Comments or several lines, which were once taken as a passphrase.
    return found.wasPassphrase ? { identities: [], passphrases: unique(asItWas) } : found;
  }
  if (found.kind === 'public') {
    return {
      problem: 'It holds a public key, which encrypts backups but does not open them.',
      fix: 'Give the file with its secret key (AGE-SECRET-KEY-1…).',
    };
  }
  if (found.kind === 'secret') return { identities: found.keys, passphrases: unique(asItWas) };
  return { identities: [], passphrases: unique([found.passphrase, ...asItWas]) };
}

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

/** Returns the lines that say something: age skips empty ones, and those that begin with `#`. */
const linesOf = (text: string): readonly string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

type UnreadText = KeyFault & { readonly wasPassphrase?: boolean };

function readKeyText(text: string): KeyText | UnreadText {
  if (text.trim() === '') return { problem: 'It is empty.', fix: GIVE };
  if (/^-----BEGIN |^age-encryption\.org\//m.test(text)) {
    return {
      problem: 'It is an encrypted file or a key of another program.',
      fix: 'Decrypt it first, or make a key by age-keygen -o backup-key.txt.',
    };
  }
  // A file of UTF-16, as PowerShell writes it, has a NUL in each character.
  if (/[\0\u{fffd}]/u.test(text)) {
    return { problem: 'It is not text in UTF-8.', fix: 'Save the file as UTF-8.' };
  }
  const lines = linesOf(text);
  const fault = lines.map(faultOf).find((each) => each !== undefined);
  if (fault !== undefined) return fault;
  const [publicKeys, secretKeys] = [lines.filter(isPublic), lines.filter(isSecret)];
  if (lines.length > 0 && publicKeys.length === lines.length) {
    return { kind: 'public', keys: unique(publicKeys.map((key) => key.toLowerCase())) };
  }
  if (lines.length > 0 && secretKeys.length === lines.length) {
    return { kind: 'secret', keys: unique(secretKeys) };
  }
  if (publicKeys.length + secretKeys.length > 0) {
    return { problem: 'It holds a key of age beside other lines.', fix: GIVE, wasPassphrase: true };
  }
  const [passphrase, ...more] = lines;
  if (passphrase === undefined) {
    const problem = 'All of its lines begin with #, so they are comments.';
    return { problem, fix: GIVE, wasPassphrase: true };
  }
  if (more.length > 0) {
    const problem = `It has ${counted(lines.length, 'line')}, and a passphrase has one.`;
    return { problem, fix: GIVE, wasPassphrase: true };
  }
  return { kind: 'passphrase', passphrase };
}

const isPublic = (line: string): boolean => bytesOfRecipient(line) !== undefined;
const isSecret = (line: string): boolean => bytesOfIdentity(line) !== undefined;

/** Also a key in quotes, or behind its name: as a passphrase, nobody would find it again. */
const LIKE_A_KEY = /^age1|age1[02-9ac-hj-np-z]{20}|age-(?:secret-key|plugin)-/i;

/** Returns what is wrong with a line that is meant as a key, and that Formstead can't use. */
function faultOf(line: string): KeyFault | undefined {
  if (isPublic(line) || isSecret(line)) return undefined;
  const otherKind = {
    problem:
      'It is a key of a kind that Formstead does not use: of SSH, of a plugin, or post-quantum.',
    fix: 'Give a public key that age-keygen makes without options: age1 and 58 more characters.',
  };
  if (/^(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-\S+|sk-\S+) +AAAA/.test(line)) return otherKind;
  if (!LIKE_A_KEY.test(line)) return undefined;
  // In bech32, the name of the kind ends with the last 1.
  const kind = line.slice(0, line.lastIndexOf('1')).toLowerCase();
  if (kind !== 'age' && bytesOfBech32(line, kind) !== undefined) return otherKind;
  return {
    problem: 'It looks like a key of age, and is none: something is wrong, missing, or around it.',
    fix: 'Copy the line of age-keygen as it is, without quotes, one key per line.',
  };
}
