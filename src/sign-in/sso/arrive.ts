import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#db/database.ts';
import { sessionCookieOf, setSessionCookie } from '#http/browser.ts';
import type { Reply, Request } from '#http/endpoint.ts';
import type { Actor } from '#kernel/actor.ts';
import { fold } from '#kernel/text.ts';
import { isPlainName } from '#kernel/unseen.ts';
import { deleteSession } from '#sign-in/sessions/session.store.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { findOpenConnection, type OpenConnection } from './open-connection.ts';
import { isFor } from './people.ts';
import { printableText } from './provider.ts';
import {
  holdConnection,
  type LinkedUser,
  recordSignInWith,
  selectConnections,
  selectLinkedUsers,
} from './sso.store.ts';
import { askNextTime, forgetSsoCookie, forgetToAsk, type SsoMemory } from './sso-cookie.ts';

/** The reason of a refused sign-in, for the sign-in screen. */
type Problem = 'sso-expired' | 'sso-refused' | 'sso-unknown-person' | 'sso-inactive';

/** A sign-in whose browser has returned. */
export interface SsoArrival {
  readonly connection: OpenConnection;
  readonly memory: SsoMemory;
}

/** What the identity provider said of a person, after all checks of its protocol. */
export interface Assertion {
  /** The value that the rule of the connection compares; undefined when the provider sent none, or not a single text. */
  readonly value: unknown;
  /** When the provider last checked the person, in milliseconds since the epoch; 0 when it does not say. */
  readonly confirmedAt: number;
  /** When the session ends at the latest. */
  readonly endsAt?: number | undefined;
  /** Marks the assertion as used, in the transaction of the sign-in. @returns false when it was used before */
  readonly use?: (tx: Tx) => Promise<boolean>;
}

/** Signs in the person whom the identity provider vouches for, or refuses them, with an audit event either way. */
export async function arrive(
  deps: SignInDeps,
  request: Request<undefined>,
  arrival: SsoArrival,
  assertion: Assertion,
): Promise<Reply> {
  const { connection } = arrival;
  const { value } = assertion;
  const isOdd = typeof value === 'string' && value !== '' && !isPlainName(value);
  const user = isOdd ? undefined : await findPerson(deps, connection, value);
  if (!user) {
    const about = {
      problem: 'sso-unknown-person',
      ...(isOdd && { error: 'odd_characters' }),
      ...claimOf(connection, assertion),
    } as const;
    return await refuseOnRecord(deps, request, arrival, about);
  }
  const known = { user: user.id, userName: user.user_name };
  const connections = await selectConnections(deps.db.reader, connection.accountId);
  if (!isFor(connections, connection.id, user.provisioned_by)) {
    const about = { problem: 'sso-unknown-person', error: 'other_connection', ...known } as const;
    return await refuseOnRecord(deps, request, arrival, about);
  }
  if (user.active === 0) {
    return await refuseOnRecord(deps, request, arrival, { problem: 'sso-inactive', ...known });
  }
  return await signIn(deps, request, arrival, { ...user, ...assertion });
}

/** Finds the user by the rule of the connection; never a break-glass user. */
async function findPerson(
  { db }: SignInDeps,
  { accountId, attribute }: OpenConnection,
  value: unknown,
): Promise<LinkedUser | undefined> {
  if (typeof value !== 'string' || value === '') return undefined;
  const found =
    attribute === 'externalId'
      ? await selectLinkedUsers(db.reader, accountId, 'external_id', value)
      : await selectLinkedUsers(db.reader, accountId, 'user_name_key', fold(value));
  const [only, another] = found;
  return another || only?.protected === 1 ? undefined : only;
}

interface Known extends LinkedUser, Assertion {}

/**
 * Returns whether the connection still is the one that the identity provider answered for, and still signs the user in.
 * The answer takes seconds, and an admin may have changed it or turned it off meanwhile. It stays so until the
 * transaction ends.
 */
async function isUnchanged(
  deps: SignInDeps,
  tx: Tx,
  connection: OpenConnection,
  { provisioned_by: provisionedBy }: LinkedUser,
): Promise<boolean> {
  await holdConnection(tx, connection, deps.clock.now());
  const now = await findOpenConnection(deps, tx, connection.id);
  // A new name changes nothing.
  if (!now || !isDeepStrictEqual({ ...now, name: '' }, { ...connection, name: '' })) return false;
  const connections = await selectConnections(tx, connection.accountId);
  return isFor(connections, connection.id, provisionedBy);
}

async function signIn(
  deps: SignInDeps,
  request: Request<undefined>,
  arrival: SsoArrival,
  user: Known,
): Promise<Reply> {
  const { db, sessions, audit, clock } = deps;
  const { ip, headers } = request;
  const { accountId, accountCode, id: connection } = arrival.connection;
  const { memory } = arrival;
  const { id: userId, stamp, confirmedAt, endsAt } = user;
  const before = await sessions.find(db.reader, sessionCookieOf(headers['cookie']));
  const begun = await db.transaction(async (tx) => {
    if (!(await isUnchanged(deps, tx, arrival.connection, user))) return 'connection_changed';
    if (user.use && !(await user.use(tx))) return 'assertion_used';
    if (before) {
      const old = { accountId: before.account_id, userId: before.user_id, id: before.id };
      await deleteSession(tx, old);
    }
    const agent = headers['user-agent'];
    const who = { accountId, accountCode, userId, stamp, confirmedAt, endsAt, ip, agent } as const;
    const made = await sessions.begin(tx, { ...who, method: 'sso', connectionId: connection });
    await recordSignInWith(tx, { accountId, id: connection }, clock.now());
    const actor: Actor = { accountId, userId, ip, via: 'web' };
    await audit.append(tx, actor, {
      action: 'session.begin',
      targetType: 'Session',
      targetId: made.id,
      detail: { method: 'sso', connection },
    });
    return made;
  });
  if (typeof begun === 'string') {
    const known = { user: userId, userName: user.user_name };
    const problem = begun === 'connection_changed' ? 'sso-expired' : 'sso-refused';
    const about = { problem, error: begun, ...known } as const;
    return await refuseOnRecord(deps, request, arrival, about);
  }
  return {
    status: 303,
    headers: { location: memory.isFresh && confirmedAt === 0 ? withUntold(memory.to) : memory.to },
    issued: begun.cookie,
    cookies: [
      setSessionCookie(begun.cookie)['set-cookie'],
      forgetSsoCookie(memory.state),
      forgetToAsk(),
    ],
  };
}

/** Returns the target of a check that proved nothing: the confirmation screen then says why. */
const withUntold = (to: string): string => (to === CONFIRMED_PAGE ? `${to}?untold=true` : to);

const CONFIRMED_PAGE = '/confirmed';

export type SsoRefusal = Readonly<Record<string, string>> & { readonly problem: Problem };

/** Returns the claim of a person without a user, for the audit log; without `value` when the provider sent none. */
function claimOf(
  { claim }: OpenConnection,
  { value }: Assertion,
): Readonly<Record<string, string>> {
  if (typeof value !== 'string') return { claim };
  return { claim, value: printableText(value) };
}

/** Refuses a sign-in, with an audit event that tells an admin why. */
export async function refuseOnRecord(
  { db, audit }: SignInDeps,
  { ip }: Request<undefined>,
  { connection, memory }: SsoArrival,
  about: SsoRefusal,
): Promise<Reply> {
  const { accountId, id } = connection;
  await db.transaction((tx) =>
    audit.append(
      tx,
      { accountId, ip, via: 'web' },
      {
        action: 'session.begin',
        result: 'refused',
        targetType: 'SsoConnection',
        targetId: id,
        detail: { method: 'sso', ...about },
      },
    ),
  );
  return refuseSso(about.problem, { connection, memory });
}

/** Redirects to the sign-in screen. The next try keeps target and account, and the provider asks who signs in. */
export function refuseSso(problem: Problem, arrival?: SsoArrival): Reply {
  if (!arrival) return { status: 303, headers: { location: `/sign-in?problem=${problem}` } };
  const { connection, memory } = arrival;
  const search = new URLSearchParams({
    problem,
    to: memory.to,
    account: connection.accountCode,
  });
  return {
    status: 303,
    headers: { location: `/sign-in?${search}` },
    cookies: [forgetSsoCookie(memory.state), askNextTime()],
  };
}
