import { hash, verify } from '@node-rs/argon2';
import type { Account, PasswordMinLength } from '#directory/rows/records.ts';
import { type Because, fail } from '#kernel/errors.ts';
import { createFairGate } from '#kernel/fair-gate.ts';
import { createGate } from '#kernel/gate.ts';
import type { Random } from '#kernel/ids.ts';
import { behalfIn } from '#kernel/on-behalf.ts';
import { hashersOf } from '#kernel/shares.ts';
import { isStorable } from '#kernel/text.ts';
import type { BreachedPasswords } from './breached-passwords.ts';
import { loadListedPasswords } from './listed-passwords.ts';
import { createPolicy, type PasswordPolicy } from './password-policy.ts';

/** The cost of one hash: argon2id, which is the library's default algorithm, on one lane. */
export interface PasswordCost {
  readonly memoryKib: number;
  readonly passes: number;
}

/** OWASP's minimum for argon2id; a lower setting is raised to it. */
const FLOOR: PasswordCost = { memoryKib: 19_456, passes: 2 };
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/;
const SALT_BYTES = 16;
const LONGEST_QUEUE = 64;
const BUSY = 'Too many passwords are being checked at the moment. Try again shortly.';
const MAX_BYTES = 1024;
const MAX_CODE_POINTS = 256;

export interface PasswordOptions {
  readonly random: Random;
  /** Processor cores; all but one may hash at the same time. */
  readonly cores: number;
  /** Undefined: OWASP's minimum. */
  readonly cost?: PasswordCost;
  /** Names of this site, such as its host, that no password may be built from. */
  readonly siteNames?: readonly string[];
  readonly breached?: BreachedPasswords | undefined;
}

/**
 * `owner` is the account that has the work done. Accounts and their people take turns (decision 90), so that one that sets many passwords
 * waits for itself: neither sign-ins nor other owners wait for more than one hash of it each time. Work without an
 * owner, as of a command, has one turn together.
 */
export interface Passwords {
  /**
   * Returns an argon2id PHC string.
   * @throws AppError `password-policy` over the length limits or known from a breach, `busy`
   */
  hash(password: string, owner?: string): Promise<string>;
  /**
   * Checks a password. An undefined hash is false, and costs as much as any that does not match.
   * @param owner undefined for a sign-in, whose throttle bounds how many wait
   * @throws AppError `busy`
   */
  verify(hash: string | undefined, password: string, owner?: string): Promise<boolean>;
  /** Returns a new hash, or undefined when `current` was made from this password. @throws the errors of `hash` */
  renew(current: string | undefined, password: string, owner?: string): Promise<string | undefined>;
  /** Tells whether a hash costs less than the setting asks for. */
  isOutdated(hash: string): boolean;
  /** Hashes a password that is already in use, whatever the policy says of it. @throws AppError `busy` */
  rehash(password: string, owner?: string): Promise<string>;
  /** Returns the rules for passwords of an account that are set in the web app or by command, or over SCIM. */
  policy(
    account: Pick<Account, 'name' | 'passwordMinLength'>,
    way: keyof PasswordMinLength,
  ): Promise<PasswordPolicy>;
}

/** The most other costs of stored hashes that are remembered; operators change the setting a few times at most. */
const MOST_COSTS = 8;

/** Hashes and checks passwords, a few at a time. The first check makes one hash more, for users who do not exist. */
export function createPasswords(options: PasswordOptions): Passwords {
  const { random, cores, siteNames = [], breached } = options;
  const cost = costOf(options.cost ?? FLOOR);
  const slots = Math.max(1, cores - 1);
  const gate = createGate(slots, LONGEST_QUEUE, BUSY);
  // Work of owners takes turns before it joins the queue that sign-ins wait in, so that it leaves room for these.
  const turns = createFairGate(hashersOf(slots), BUSY);
  const inTurn = <T>(owner: string, work: () => Promise<T>): Promise<T> =>
    turns.run(behalfIn(owner), () => gate.run(work));
  /** Hashes of nobody's password by the beginning of their PHC strings, which names the cost. */
  const dummies = new Map<string, string>();
  const ours = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;

  const rehash = async (password: string, owner = ''): Promise<string> => {
    const salt = random.bytes(SALT_BYTES);
    return await inTurn(owner, () => hash(prepare(password), { ...cost, salt }));
  };
  const makeHash = async (password: string, owner?: string): Promise<string> => {
    if (!fits(password)) {
      throw refusal(
        `A password may have at most ${MAX_CODE_POINTS} characters, and no NUL character.`,
        { reason: 'password-long', limit: MAX_CODE_POINTS },
      );
    }
    if (await breached?.has(prepare(password))) {
      throw refusal(
        'This password appeared in a data breach. Choose one that nobody has used before.',
        { reason: 'password-breached' },
      );
    }
    return await rehash(password, owner);
  };
  const addDummy = async (own: string | undefined): Promise<void> => {
    const [, memory, passes] = (own !== undefined && PHC.exec(own)) || [];
    if (own === undefined || memory === undefined || dummies.has(own)) return;
    if (dummies.size >= MOST_COSTS) return;
    const like = { memoryCost: Number(memory), timeCost: Number(passes), parallelism: 1 };
    const salt = random.bytes(SALT_BYTES);
    dummies.set(own, await hash(random.bytes(SALT_BYTES), { ...like, salt }));
  };
  const check = async (
    stored: string | undefined,
    password: string,
    owner?: string,
  ): Promise<boolean> => {
    // No user can have such a password, so that an immediate answer tells nothing about a user.
    if (!fits(password)) return false;
    const compare = async () => {
      // Whoever the first check is for, it takes as long. Most commands check nothing, and a start waits for no hash.
      await addDummy(ours);
      const own = stored === undefined ? undefined : costIn(stored);
      if (stored !== undefined && (await verify(stored, prepare(password)))) return true;
      await addDummy(own);
      // Every check runs once at each cost that stored hashes have: otherwise a raised cost would tell which users
      // exist.
      for (const [each, dummyHash] of dummies) {
        if (each !== own) await verify(dummyHash, prepare(password));
      }
      return false;
    };
    return await (owner === undefined ? gate.run(compare) : inTurn(owner, compare));
  };
  return {
    hash: makeHash,
    verify: check,
    async renew(current, password, owner = '') {
      const same = current !== undefined && (await check(current, password, owner));
      return same ? undefined : await makeHash(password, owner);
    },
    isOutdated(stored) {
      const [, memory = 0, passes = 0] = PHC.exec(stored) ?? [];
      return Number(memory) < cost.memoryCost || Number(passes) < cost.timeCost;
    },
    rehash,
    async policy({ name, passwordMinLength }, way) {
      const listed = await loadListedPasswords();
      const names = [name, ...siteNames];
      return createPolicy({ minLength: passwordMinLength[way], listed, names });
    },
  };
}

/** Returns the beginning of a PHC string, which names its cost. */
const costIn = (phc: string): string => PHC.exec(phc)?.[0] ?? '';

const costOf = ({ memoryKib, passes }: PasswordCost) => ({
  memoryCost: Math.max(memoryKib, FLOOR.memoryKib),
  timeCost: Math.max(passes, FLOOR.passes),
  parallelism: 1,
});

const refusal = (detail: string, because: Because): Error =>
  fail('password-policy', detail, { at: 'password', because });

/**
 * Returns the password in one spelling: typed composed or decomposed, or with another kind of space, it is the same
 * (RFC 8265 §4.2; NIST SP 800-63B §3.1.1.2).
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
