import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#db/database.ts';
import { sessionCookieOf, setSessionCookie } from '#http/browser.ts';
import { type Endpoint, endpoint, type Reply, type Request } from '#http/endpoint.ts';
import type { Actor } from '#kernel/actor.ts';
import { fold, isStorable } from '#kernel/text.ts';
import { deleteSession } from '#sign-in/sessions/session.store.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { checkedAt } from '#sign-in/sso/checked-at.ts';
import { redirectUriOf } from '#sign-in/sso/connection-item.ts';
import { findOpenConnection, type OpenConnection } from '#sign-in/sso/open-connection.ts';
import { isFor } from '#sign-in/sso/people.ts';
import { finishSignIn, OtherIssuer, printableText, providersError } from '#sign-in/sso/provider.ts';
import {
  holdConnection,
  type LinkedUser,
  recordSignInWith,
  selectConnections,
  selectLinkedUsers,
} from '#sign-in/sso/sso.store.ts';
import {
  askNextTime,
  forgetSsoCookie,
  forgetToAsk,
  isToBeAsked,
  readSsoCookie,
  type SsoMemory,
} from '#sign-in/sso/sso-cookie.ts';

/** The reason of a refused sign-in, for the sign-in screen. */
type Problem = 'sso-expired' | 'sso-refused' | 'sso-unknown-person' | 'sso-inactive';

/** GET /app/v1/sso/callback: finishes a sign-in when the browser returns from the identity provider. */
export const finishSso = (deps: SignInDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/app/v1/sso/callback',
    protocol: 'problem',
    access: 'public',
    limit: 'sign-in',
    doc: {
      summary: 'Return from an identity provider',
      tag: 'Single sign-on',
      description:
        'Signs in the user that the rule of the connection finds, and redirects to the requested page. Otherwise redirects to the sign-in page with the reason in `problem`.',
      responses: {
        303: {
          description: 'A redirect to the web app.',
          headers: { Location: 'The address to open.' },
        },
      },
    },
    async handle(request) {
      const { db, seal, clock } = deps;
      const state = new URLSearchParams(request.query).get('state') ?? '';
      const memory = readSsoCookie(seal, request.headers['cookie'], state, clock.now());
      const connection = memory && (await findOpenConnection(deps, db.reader, memory.connectionId));
      if (!memory || !connection) return refuse('sso-expired');
      return await arrive(deps, request, { connection, memory });
    },
  });

async function arrive(
  deps: SignInDeps,
  request: Request<undefined>,
  arrival: Arrival,
): Promise<Reply> {
  const { connection, memory } = arrival;
  // It began before a sign-out in another tab: the provider would sign the same person in again without asking.
  if (memory.isSilent && isToBeAsked(request.headers['cookie'])) {
    return refuse('sso-expired', arrival);
  }
  const answer = new URL(`${redirectUriOf(deps)}?${request.query}`);
  let claims: Readonly<Record<string, unknown>>;
  try {
    claims = await finishSignIn(deps.outbound, connection, answer, memory);
  } catch (error) {
    request.addLogFields({ sso: error instanceof Error ? error.message : 'refused' });
    const reason = providersError(error);
    const why =
      error instanceof OtherIssuer
        ? { expectedIssuer: error.expectedIssuer, receivedIssuer: error.receivedIssuer }
        : reason !== undefined && { error: reason };
    return await refuseOnRecord(deps, request, arrival, { problem: 'sso-refused', ...why });
  }
  const user = await findPerson(deps, connection, claims);
  if (!user) {
    const about = { problem: 'sso-unknown-person', ...claimOf(connection, claims) } as const;
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
  const confirmedAt = checkedAt(claims, deps.clock.now());
  return await signIn(deps, request, arrival, { ...user, confirmedAt });
}

/** Finds the user by the rule of the connection; never a break-glass user. */
async function findPerson(
  { db }: SignInDeps,
  { accountId, claim, attribute }: OpenConnection,
  claims: Readonly<Record<string, unknown>>,
): Promise<LinkedUser | undefined> {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  if (typeof value !== 'string' || value === '' || !isStorable(value)) return undefined;
  const found =
    attribute === 'externalId'
      ? await selectLinkedUsers(db.reader, accountId, 'external_id', value)
      : await selectLinkedUsers(db.reader, accountId, 'user_name_key', fold(value));
  const [only, another] = found;
  return another || only?.protected === 1 ? undefined : only;
}

/** A sign-in whose browser has returned. */
interface Arrival {
  readonly connection: OpenConnection;
  readonly memory: SsoMemory;
}

interface Known extends LinkedUser {
  readonly confirmedAt: number;
}

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
  arrival: Arrival,
  user: Known,
): Promise<Reply> {
  const { db, sessions, audit, clock } = deps;
  const { ip, headers } = request;
  const { accountId, accountCode, id: connection } = arrival.connection;
  const { memory } = arrival;
  const { id: userId, stamp, confirmedAt } = user;
  const before = await sessions.find(db.reader, sessionCookieOf(headers['cookie']));
  const begun = await db.transaction(async (tx) => {
    if (!(await isUnchanged(deps, tx, arrival.connection, user))) return undefined;
    if (before) {
      const old = { accountId: before.account_id, userId: before.user_id, id: before.id };
      await deleteSession(tx, old);
    }
    const agent = headers['user-agent'];
    const who = { accountId, accountCode, userId, stamp, confirmedAt, ip, agent } as const;
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
  if (!begun) {
    const known = { user: userId, userName: user.user_name };
    const about = { problem: 'sso-expired', error: 'connection_changed', ...known } as const;
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

type Refusal = Readonly<Record<string, string>> & { readonly problem: Problem };

/** Returns the claim of a person without a user, for the audit log; without `value` when the provider sent none. */
function claimOf(
  { claim }: OpenConnection,
  claims: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  if (typeof value !== 'string') return { claim };
  return { claim, value: printableText(value) };
}

async function refuseOnRecord(
  { db, audit }: SignInDeps,
  { ip }: Request<undefined>,
  { connection, memory }: Arrival,
  about: Refusal,
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
  return refuse(about.problem, { connection, memory });
}

/** Redirects to the sign-in screen. The next try keeps target and account, and the provider asks who signs in. */
function refuse(problem: Problem, arrival?: Arrival): Reply {
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
