import { readBrand } from '#brand/index.ts';
import type { Reader } from '#db/database.ts';
import { type SecondFactorState, secondFactorState } from '#directory/index.ts';
import { setSessionCookie } from '#http/browser.ts';
import type { Reply } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { languageOf } from '#letters/index.ts';
import { nextProof } from '#sign-in/second-factor/standing.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import type { Session } from './session.shapes.ts';
import type { LiveSessionRow } from './session.store.ts';
import { type BegunSession, CONFIRMED_MS, isWithoutSecondFactor } from './sessions.ts';

type Deps = Pick<SignInDeps, 'db' | 'directory' | 'sessions' | 'clock' | 'settings'>;

/** Returns a session as the web app reads it. @throws AppError `session-ended`. */
export async function readSessionOf(
  { directory, sessions, clock, settings }: Deps,
  db: Reader,
  cookie: string | undefined,
): Promise<Session> {
  const row = await sessions.find(db, cookie);
  if (!row) throw fail('session-ended', 'Your session has ended. Sign in again.');
  return await describe({ directory, clock, settings }, db, row);
}

/** Returns the response that sets a new session cookie. */
export async function replyWithSession(
  deps: Deps,
  status: 200 | 201,
  { cookie }: BegunSession,
): Promise<Reply> {
  const body = await readSessionOf(deps, deps.db.reader, cookie);
  return { status, headers: setSessionCookie(cookie), issued: cookie, body };
}

async function describe(
  { directory, clock, settings }: Pick<Deps, 'directory' | 'clock' | 'settings'>,
  db: Reader,
  row: LiveSessionRow,
): Promise<Session> {
  const { account_id: accountId, user_id: userId } = row;
  const user = await directory.readUser(db, accountId, userId, 'all');
  const account = await directory.readAccount(db, accountId);
  if (!user || !account) throw fail('session-ended', 'Your session has ended. Sign in again.');
  const hash = await directory.readPasswordHash(db, accountId, userId);
  const factor = secondFactorState(row, row.role);
  const ssoOnly = await directory.signsInBySsoOnly(db, accountId, userId);
  const hasPassword = !ssoOnly && hash !== undefined;
  const displayName = user.attributes['displayName'];
  const language = languageOf(user.attributes);
  const confirmedUntil = row.confirmed_at + CONFIRMED_MS;
  return {
    user: {
      id: userId,
      userName: user.userName,
      ...(typeof displayName === 'string' && { displayName }),
      role: user.role,
      ...(language !== undefined && { language }),
      origin: user.origin,
      ssoOnly,
      hasPassword,
      passwordConfirms: hasPassword && nextProof(factor, clock.now()) !== 'passkey',
      hasPasskey: !ssoOnly && factor.hasPasskey,
      hasApp: !ssoOnly && factor.hasTotp,
    },
    account: {
      id: accountId,
      code: account.code,
      name: account.name,
      timeZone: account.timeZone,
      maxFileBytes: settings.files.maxAttachmentBytes,
      brand: await readBrand(db, accountId),
    },
    ...secondFactorOf(row, factor),
    lacksSecondFactor: isWithoutSecondFactor(row, clock.now()),
    sessionId: row.id,
    method: row.method,
    signedInAt: new Date(row.created_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
    idleSeconds: row.idle_seconds,
    ...(clock.now() < confirmedUntil && {
      confirmedUntil: new Date(confirmedUntil).toISOString(),
    }),
  };
}

/** Returns when a user without a second factor needs one; none after single sign-on, which the provider protects. */
function secondFactorOf(
  { method }: LiveSessionRow,
  { requiredFrom, hasPasskey, hasTotp }: SecondFactorState,
): Pick<Session, 'secondFactorFrom'> {
  if (requiredFrom === undefined || method === 'sso' || hasPasskey || hasTotp) return {};
  return { secondFactorFrom: new Date(requiredFrom).toISOString() };
}
