import type { Tx } from '#db/database.ts';
import type { Reader } from '#db/dialect.ts';
import { secondFactorState } from '#directory/index.ts';
import { sessionRefused } from '#http/browser.ts';
import type { SessionPrincipal } from '#http/principal.ts';
import type { Clock } from '#kernel/clock.ts';
import type { AppError } from '#kernel/errors.ts';
import type { Ids, Random } from '#kernel/ids.ts';
import { moveSubscriptions } from '#push/index.ts';
import { holdUser } from '#sign-in/hold-user.store.ts';
import { purgeLinks } from '#sign-in/links/link.store.ts';
import { purgeChallenges } from '#sign-in/passkeys/challenge.store.ts';
import { purgeSteps } from '#sign-in/second-factor/sign-in-step.store.ts';
import { lacksSecondFactor, nextProof } from '#sign-in/second-factor/standing.ts';
import { purgeSaml } from '#sign-in/sso/saml.store.ts';
import {
  deleteSession,
  findLiveSession,
  insertSession,
  type LiveSessionRow,
  type NamedSession,
  purgeSessions,
  readLiveSession,
  readStamp,
  recordSignIn,
  touchSession,
} from './session.store.ts';
import { hashSessionCookie, makeSessionCookie, parseSessionCookie } from './session-cookie.ts';
import { readSessionLimits } from './session-limits.store.ts';

const MINUTE_MS = 60_000;
/** How long a check of the person is valid for sensitive actions (ASVS 7.5.1). */
export const CONFIRMED_MS = 5 * MINUTE_MS;
/** Shortest time between two writes of `seen_at`, so that most requests write nothing. */
const TOUCH_MS = MINUTE_MS;
const LONGEST_AGENT = 300;

export interface SessionsDeps {
  readonly db: { readonly reader: Reader; readonly isReadOnly: boolean };
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
}

export interface Beginning {
  readonly accountId: string;
  readonly accountCode: string;
  readonly userId: string;
  /** The user's stamp when the person was checked. If it has changed since, the session is invalid from the start. */
  readonly stamp: number;
  readonly method: LiveSessionRow['method'];
  /** Whether a code or a passkey was shown, in addition to the password or instead of it. */
  readonly secondFactorShown?: true;
  /** The connection, for single sign-on. */
  readonly connectionId?: string;
  readonly ip: string;
  readonly agent: string | undefined;
  /** When the person was last checked, in milliseconds since the epoch. Default: now. */
  readonly confirmedAt?: number;
  /** When the session ends at the latest, in milliseconds since the epoch. Default: as the account says. */
  readonly endsAt?: number | undefined;
}

/** A new session. Its cookie is sent to the browser and stored nowhere. */
export interface BegunSession {
  readonly id: string;
  readonly cookie: string;
}

/** Server-side sessions of people in browsers. The account sets how long they last. */
export interface Sessions {
  /** @throws AppError `session-ended` when the user was deleted meanwhile. */
  begin(tx: Tx, input: Beginning): Promise<BegunSession>;
  /** Reads the current state, for every request. @throws AppError `session-missing`, `session-ended`. */
  authenticate(cookie: string | undefined): Promise<SessionPrincipal>;
  /** Deletes expired sessions, waiting sign-ins, links, challenges and assertions. */
  purge(): Promise<void>;
  /** Returns the session of a cookie; undefined when the cookie is missing, invalid or expired. */
  find(db: Reader, cookie: string | undefined): Promise<LiveSessionRow | undefined>;
  /**
   * Returns whether a session has not ended, except by being idle: a device in a pocket is. It prolongs nothing, and what
   * is done with the session needs `authenticate`.
   */
  isLive(db: Reader, session: NamedSession): Promise<boolean>;
  /**
   * Replaces the session of a person who was just checked again: with a new cookie, but the same end.
   * @throws AppError `session-ended` when the old session is already gone.
   */
  renew(tx: Tx, old: LiveSessionRow, renewal?: Renewal): Promise<BegunSession>;
}

export interface Renewal {
  /** Runs between the end of the old session and the beginning of the new one; may end all sessions of the user. */
  readonly change?: () => Promise<unknown>;
  /** When the person was checked, in milliseconds since the epoch. Default: now. */
  readonly confirmedAt?: number | undefined;
  /** Whether the person was checked by a passkey. */
  readonly secondFactorShown?: boolean;
}

const ended = (): AppError =>
  sessionRefused('session-ended', 'Your session has ended. Sign in again.');

/** Whether the user lacks a required second factor. After single sign-on, that is up to the identity provider. */
export const isWithoutSecondFactor = (row: LiveSessionRow, now: number): boolean =>
  row.method !== 'sso' && lacksSecondFactor(secondFactorState(row, row.role), now);

/**
 * Whether the session began with a password alone, which is no longer enough: a second factor was set up elsewhere, or
 * the grace period of a user with a passkey has ended.
 */
const showedTooLittle = (row: LiveSessionRow, now: number): boolean =>
  row.method !== 'sso' &&
  row.second_factor_shown === 0 &&
  nextProof(secondFactorState(row, row.role), now) !== 'nothing';

export function createSessions({ db, clock, ids, random }: SessionsDeps): Sessions {
  const isOver = (row: LiveSessionRow, now: number): boolean =>
    now >= row.expires_at ||
    now >= row.seen_at + row.idle_seconds * 1000 ||
    showedTooLittle(row, now);

  const find: Sessions['find'] = async (reader, text) => {
    const cookie = parseSessionCookie(text);
    const row = cookie && (await readLiveSession(reader, cookie.accountCode, cookie.hash));
    return row && !isOver(row, clock.now()) ? row : undefined;
  };
  return {
    find,
    async isLive(reader, session) {
      const row = await findLiveSession(reader, session);
      return (
        row !== undefined && clock.now() < row.expires_at && !showedTooLittle(row, clock.now())
      );
    },
    async purge() {
      await purgeSessions(db.reader, clock.now());
      await purgeLinks(db.reader, clock.now());
      await purgeChallenges(db.reader, clock.now());
      await purgeSteps(db.reader, clock.now());
      await purgeSaml(db.reader, clock.now());
    },
    async begin(tx, beginning) {
      const now = clock.now();
      const { accountId, accountCode, userId, stamp, method, ip, agent } = beginning;
      const cookie = makeSessionCookie(random, accountCode);
      const id = ids.next();
      if (!(await holdUser(tx, accountId, userId))) throw ended();
      const { longestSeconds } = await readSessionLimits(tx, accountId);
      await insertSession(tx, {
        account_id: accountId,
        hash: hashSessionCookie(cookie),
        id,
        user_id: userId,
        stamp,
        method,
        sso_connection_id: beginning.connectionId ?? null,
        ip,
        agent: agent?.slice(0, LONGEST_AGENT) ?? null,
        created_at: now,
        confirmed_at: beginning.confirmedAt ?? now,
        second_factor_shown: beginning.secondFactorShown ? 1 : 0,
        seen_at: now,
        expires_at: Math.min(now + longestSeconds * 1000, beginning.endsAt ?? Infinity),
      });
      await recordSignIn(tx, accountId, userId, now);
      return { id, cookie };
    },
    async authenticate(text) {
      if (parseSessionCookie(text) === undefined) {
        throw sessionRefused('session-missing', 'You are not signed in. Sign in, then try again.');
      }
      const row = await find(db.reader, text);
      if (!row) throw ended();
      const now = clock.now();
      const { account_id: accountId, user_id: userId, id } = row;
      if (now - row.seen_at >= TOUCH_MS && !db.isReadOnly) {
        await touchSession(db.reader, { accountId, userId, id }, now);
      }
      return {
        kind: 'session',
        accountId,
        accountCode: row.code,
        userId,
        role: row.role,
        scheme: 'Session',
        sessionId: id,
        confirmedUntil: row.confirmed_at + CONFIRMED_MS,
        lacksSecondFactor: isWithoutSecondFactor(row, now),
      };
    },
    async renew(tx, old, { change, confirmedAt, secondFactorShown = false } = {}) {
      const { account_id: accountId, user_id: userId } = old;
      // Deleted first: a concurrent deactivation either finds the old session, or is noticed by the changed stamp.
      const isThere = await deleteSession(tx, { accountId, userId, id: old.id });
      if (!isThere) throw ended();
      await change?.();
      const user = await readStamp(tx, accountId, userId);
      if (!user) throw ended();
      const now = clock.now();
      const cookie = makeSessionCookie(random, old.code);
      const id = ids.next();
      const { method, sso_connection_id, ip, agent, created_at, expires_at } = old;
      await insertSession(tx, {
        account_id: accountId,
        hash: hashSessionCookie(cookie),
        id,
        user_id: userId,
        stamp: user.stamp,
        method,
        sso_connection_id,
        ip,
        agent,
        created_at,
        confirmed_at: confirmedAt ?? now,
        second_factor_shown: secondFactorShown ? 1 : old.second_factor_shown,
        seen_at: now,
        expires_at,
      });
      await moveSubscriptions(tx, { accountId, userId }, old.id, id);
      return { id, cookie };
    },
  };
}
