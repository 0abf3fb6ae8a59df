import { hash, hashSync, verify } from '@node-rs/argon2';
import { fail } from '#kernel/errors.ts';
import { createGate } from '#kernel/gate.ts';
import type { Random } from '#kernel/ids.ts';
import { isStorable } from '#kernel/text.ts';
import { checkPolicy, type PasswordContext } from './password-policy.ts';

/** OWASP's floor for argon2id, which is the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const LONGEST_QUEUE = 64;
const MAX_BYTES = 1024;
const MAX_CODE_POINTS = 256;

export interface PasswordOptions {
  readonly random: Random;
  /** Processor cores: all but one may hash at once. */
  readonly cores: number;
}

export interface Passwords {
  /** argon2id PHC string. @throws AppError `password-policy` over the length limits, `busy` */
  hash(password: string): Promise<string>;
  /** An undefined hash costs the same and is false. @throws AppError `busy` */
  verify(hash: string | undefined, password: string): Promise<boolean>;
  /** A new hash, or undefined when `current` was made from this password. @throws as hash */
  renew(current: string | undefined, password: string): Promise<string | undefined>;
  /** @throws AppError `password-policy` saying what would do */
  checkPolicy(password: string, context: PasswordContext): void;
}

/** Hashes and checks passwords, a few at a time. Makes one hash at once, for users who do not exist. */
export function createPasswords({ random, cores }: PasswordOptions): Passwords {
  const gate = createGate(
    Math.max(1, cores - 1),
    LONGEST_QUEUE,
    'Too many passwords are being checked at this moment. Try again soon.',
  );
  const dummy = hashSync(random.bytes(SALT_BYTES), { ...COST, salt: random.bytes(SALT_BYTES) });

  const makeHash = async (password: string): Promise<string> => {
    if (!fits(password)) {
      throw fail(
        'password-policy',
        `A password has at most ${MAX_CODE_POINTS} characters and no NUL character.`,
        { at: 'password' },
      );
    }
    const salt = random.bytes(SALT_BYTES);
    return await gate.run(() => hash(prepare(password), { ...COST, salt }));
  };
  const check = async (stored: string | undefined, password: string): Promise<boolean> => {
    // Nobody has such a password, so that answering at once tells nothing about a user.
    if (!fits(password)) return false;
    const matches = await gate.run(() => verify(stored ?? dummy, prepare(password)));
    return matches && stored !== undefined;
  };
  return {
    hash: makeHash,
    verify: check,
    async renew(current, password) {
      const same = current !== undefined && (await check(current, password));
      return same ? undefined : await makeHash(password);
    },
    checkPolicy: (password, context) => checkPolicy(prepare(password), context),
  };
}

/**
 * Typed composed or decomposed, or with another kind of space, it is the same password (RFC 8265 §4.2; NIST SP
 * 800-63B §3.1.1.2).
 */
function prepare(password: string): string {
  return password.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC');
}

function fits(password: string): boolean {
  return (
    isStorable(password) &&
    Buffer.byteLength(password) <= MAX_BYTES &&
    [...prepare(password)].length <= MAX_CODE_POINTS
  );
}
