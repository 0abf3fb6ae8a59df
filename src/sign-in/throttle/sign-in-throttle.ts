import { createHash } from 'node:crypto';
import type { Audit } from '#audit/index.ts';
import type { Database, Reader, Tx } from '#db/database.ts';
import type { SignIn } from '#directory/index.ts';
import type { Actor } from '#kernel/actor.ts';
import { networkOf, siteOf } from '#kernel/addresses.ts';
import type { Clock } from '#kernel/clock.ts';
import { createFairGate } from '#kernel/fair-gate.ts';
import { createGate, type Gate } from '#kernel/gate.ts';
import { SHARES } from '#kernel/shares.ts';
import { fold } from '#kernel/text.ts';
import {
  type AllowedFailures,
  type AttemptResult,
  checkAttempt,
  type Tallies,
} from './check-attempt.ts';
import {
  ANYBODY,
  ANYBODY_WITH_CODE,
  forgetFailures,
  type Keys,
  keyOfCodes,
  keyOfUser,
  lockTallies,
  purgeAddresses,
  purgeFailures,
  readTallies,
  readUserTally,
  writeTallies,
} from './sign-in-failures.store.ts';

export interface ThrottleDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly settings: AllowedFailures;
}

/** An attempt with a password, or with a code of an authenticator app. */
export interface PasswordAttempt {
  /** As typed. */
  readonly userName: string;
  /** The user with that name; undefined when there is none. */
  readonly user: (UserId & { readonly passwordHash?: string | undefined }) | undefined;
  readonly ip: string;
  /** Undefined for a password. */
  readonly what?: 'code';
  /** Called after a wrong attempt, with the number of the user's wrong attempts in a row. */
  wrong?(inARow: number): Promise<void>;
}

type Counted = AttemptResult & { readonly before: Tallies };
type UserId = Pick<SignIn, 'accountId' | 'userId'>;

/**
 * Limits password guessing by address, by user and address, and by user, on all nodes together. Names that no user has
 * are counted in the same way.
 */
export interface SignInThrottle {
  /**
   * Returns whether the password, or the code, is right. While the attempt has to wait, it returns false without a
   * check, so that nobody can tell the two apart.
   * @throws AppError `busy` when too many passwords wait to be checked; and any error of `check`, which then does not
   *   count as a failure
   */
  attempt(attempt: PasswordAttempt, check: () => Promise<boolean>): Promise<boolean>;
  /** Returns whether too many failures in a row suspended the password, so that it works only from known addresses. */
  isSuspended(db: Reader, user: NonNullable<PasswordAttempt['user']>): Promise<boolean>;
  /** Resets the failures of a user who proved their identity otherwise. @returns whether the password was suspended */
  lift(tx: Tx, actor: Actor, user: UserId): Promise<boolean>;
  /** Deletes old failures that no longer count. */
  purge(): Promise<void>;
}

const LONGEST_QUEUE = 64;
/** Attempts that would be refused wait in a lane no longer than this, so that they leave room for others. */
const LONGEST_TO_JOIN = 32;
const BUSY =
  'Too many passwords from this address are being checked at the moment. Try again shortly.';
/** The longest time for which failures from an address count (check-attempt.ts, config/limits.ts). */
const COUNTED_MS = 86_400_000;
const KEPT_MS = 90 * 86_400_000;

export function createSignInThrottle(deps: ThrottleDeps): SignInThrottle {
  const { db, clock, audit, settings } = deps;
  const lanes = createLanes();
  // A site (a /48 of IPv6) has 65,536 networks with a lane each, so sites take turns. However many sites an attacker
  // has, users at known addresses wait only for each other.
  const strangers = createFairGate(SHARES.strangersSignIns.shares, BUSY);
  const known = createFairGate(SHARES.knownSignIns.shares, BUSY);
  const limit = settings.passwordsBeforeSuspension;

  const count = (keys: Keys, password: string): Promise<Counted> =>
    db.transaction(async (tx) => {
      const before = await lockTallies(tx, keys);
      const result = checkAttempt(before, { now: clock.now(), password }, settings);
      if (result.allowed) await writeTallies(tx, keys, result.counted);
      return { ...result, before };
    });

  /** Removes this attempt from the counted failures. Only a success resets the failures before it. */
  const settle = (keys: Keys, { suspended, before }: Counted, succeeded: boolean): Promise<void> =>
    db.transaction(async (tx) => {
      const { address, pair, user } = await lockTallies(tx, keys);
      const less = (failures: number) => Math.max(0, failures - 1);
      await writeTallies(tx, keys, {
        address: { ...address, failures: less(address.failures) },
        pair: succeeded
          ? { ...pair, failures: 0, succeededAt: clock.now() }
          : { ...pair, failures: less(pair.failures), countedAt: before.pair.countedAt },
        user: suspended ? user : { ...user, failures: succeeded ? 0 : less(user.failures) },
      });
    });

  /** @returns undefined when the attempt has to wait, and was not looked at */
  const run = async (
    { user, ip, ...named }: PasswordAttempt,
    keys: Keys,
    check: () => Promise<boolean>,
  ): Promise<boolean | undefined> => {
    const result = await count(keys, passwordOf(user));
    if (!result.allowed) return undefined;
    let right: boolean;
    try {
      right = await check();
    } catch (error) {
      await settle(keys, result, false);
      throw error;
    }
    if (right) {
      await settle(keys, result, true);
      return true;
    }
    const inARow = result.counted.user.failures;
    if (user && !result.suspended && inARow >= limit) await record(user, ip, named.what);
    await named.wrong?.(inARow);
    return false;
  };

  const record = (
    { accountId, userId }: UserId,
    ip: string,
    what: PasswordAttempt['what'],
  ): Promise<void> =>
    db.transaction((tx) =>
      audit.append(
        tx,
        { accountId, ip, via: 'system' },
        {
          action: 'user.suspend-password',
          targetType: 'User',
          targetId: userId,
          detail: { failures: limit, ...(what && { what }) },
        },
      ),
    );

  /**
   * Returns whether a refused attempt may wait in a lane, because one that was being checked then, and so counted as a
   * failure, may have been right.
   * @param since the turns of the lanes before the tallies were read
   */
  const isJoinable = (lane: string, since: number): boolean => {
    const users = lanes.usersOf(lane);
    return users <= LONGEST_TO_JOIN && (users > 0 || lanes.turns() !== since);
  };

  return {
    async attempt(attempt, check) {
      const { user, ip } = attempt;
      const keys = keysOfAttempt(attempt);
      const password = passwordOf(user);
      const peek = async () =>
        checkAttempt(await readTallies(db.reader, keys), { now: clock.now(), password }, settings);
      const since = lanes.turns();
      const early = await peek();
      const knownLane = `known ${keys.address}`;
      const [lane, gate] = early.known ? [knownLane, known] : [` ${keys.address}`, strangers];
      // Most attempts of a flood end here, without a write.
      const isIdle = lanes.usersOf(lane) === 0;
      const mayChange = isJoinable(lane, since) || (isIdle && isJoinable(knownLane, since));
      if (!early.allowed && !mayChange) return false;
      const look = async () =>
        (await peek()).allowed
          ? await gate.run({ account: siteOf(ip), person: networkOf(ip) }, () =>
              run(attempt, keys, check),
            )
          : undefined;
      // Attempts from one address run one after the other, so that each sees the result of the previous ones.
      const right = await lanes.run(lane, async () => {
        const begun = lanes.turns();
        const found = await look();
        // Users at known addresses never wait in the lane of strangers, so nobody takes the two in the other order.
        const isHeldUp = found === undefined && lane !== knownLane;
        return isHeldUp && isJoinable(knownLane, begun) ? await lanes.run(knownLane, look) : found;
      });
      return right ?? false;
    },
    async isSuspended(on, user) {
      const tally = await readUserTally(on, userKeyOf(user, ''));
      return tally !== undefined && tally.failures >= limit && tally.password === passwordOf(user);
    },
    async lift(tx, actor, user) {
      const who = userKeyOf(user, '');
      const tally = await readUserTally(tx, who);
      if (!(await forgetFailures(tx, who))) return false;
      const target = { targetType: 'User', targetId: user.userId } as const;
      await audit.append(tx, actor, { action: 'user.unlock', ...target });
      return tally !== undefined && tally.failures >= limit;
    },
    async purge() {
      await purgeAddresses(db.reader, clock.now() - COUNTED_MS);
      await purgeFailures(db.reader, clock.now() - KEPT_MS, limit);
    },
  };
}

/** Returns the key of a user. A name that nobody has may be a mistyped password, so only its digest is stored. */
const userKeyOf = (user: UserId | undefined, userName: string): string =>
  user ? keyOfUser(user) : `?${digest(fold(userName))}`;

function keysOfAttempt({ user, userName, ip, what }: PasswordAttempt): Keys {
  const address = networkOf(ip);
  if (what === 'code' && user)
    return { who: keyOfCodes(user), address, anybody: ANYBODY_WITH_CODE };
  return { who: userKeyOf(user, userName), address, anybody: ANYBODY };
}

const passwordOf = (user: PasswordAttempt['user']): string => digest(user?.passwordHash ?? '');

const digest = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22);

interface Lanes {
  /** Returns how many pieces of work run or wait under the key. */
  usersOf(key: string): number;
  /** Returns a number that grows whenever any work begins or ends. */
  turns(): number;
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** Creates a queue for each key that runs one piece of work at a time. */
function createLanes(): Lanes {
  const lanes = new Map<string, { readonly gate: Gate; users: number }>();
  let turns = 0;
  const counted = async <T>(work: () => Promise<T>): Promise<T> => {
    turns += 1;
    try {
      return await work();
    } finally {
      turns += 1;
    }
  };
  return {
    usersOf: (key) => lanes.get(key)?.users ?? 0,
    turns: () => turns,
    async run(key, work) {
      const lane = lanes.get(key) ?? {
        gate: createGate(1, LONGEST_QUEUE, BUSY),
        users: 0,
      };
      lanes.set(key, lane);
      lane.users += 1;
      try {
        return await lane.gate.run(() => counted(work));
      } finally {
        lane.users -= 1;
        if (lane.users === 0) lanes.delete(key);
      }
    },
  };
}
