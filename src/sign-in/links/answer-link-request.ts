import type { Audit, Refusals } from '#audit/index.ts';
import type { Database, Reader, Tx } from '#db/database.ts';
import type { Directory, SignIn, SignInPlace } from '#directory/index.ts';
import { type CountClient, consumeEach } from '#http/quota.ts';
import type { Actor } from '#kernel/actor.ts';
import { siteOf } from '#kernel/addresses.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Random } from '#kernel/ids.ts';
import { findRecipient, type Recipient } from '#letters/index.ts';
import type { Notices } from '#notices/index.ts';
import { holdUser } from '#sign-in/hold-user.store.ts';
import { hashSessionCookie, makeSessionCookie } from '#sign-in/sessions/session-cookie.ts';
import { forgottenLetter } from './forgotten-letter.ts';
import { hasAskedEnough, saveRequestedLink } from './link-request.store.ts';

/** Shorter than a link of an admin, since anybody can have it sent. */
const LIFE_MS = 60 * 60_000;
const HOUR_S = 3600;
/** Letters within an hour that requests from one site cause, and that people of one account get. */
const LETTERS_BY_SITE = 30;
const LETTERS_TO_ACCOUNT = 300;

export interface LinkRequest {
  /** As typed where people sign in: a user name or an e-mail address. */
  readonly userName: string;
  readonly ip: string;
  /** The configured address of the service; never one that the request brings. */
  readonly publicUrl: string;
}

export interface AnswerDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly directory: Directory;
  readonly notices: Notices;
  readonly audit: Audit;
  readonly refusals: Pick<Refusals, 'note'>;
  readonly quotas: RequestQuotas;
}

/** Counts a letter. @returns whether it may go */
type RequestQuotas = (request: LinkRequest, accountId: string) => Promise<boolean>;

/** @param client where nodes count together; undefined: there is one */
export function createRequestQuotas(clock: Clock, client: CountClient | undefined): RequestQuotas {
  const count = (name: string, quota: number) =>
    consumeEach({ name, quota, windowSeconds: HOUR_S }, { clock, client });
  const bySite = count('password-mail-address', LETTERS_BY_SITE);
  const toAccount = count('password-mail-account', LETTERS_TO_ACCOUNT);
  return async ({ ip }, accountId) => {
    if ((await bySite(siteOf(ip))).isOver) return false;
    return !(await toAccount(accountId)).isOver;
  };
}

/** Sends the person a link, or puts on record why not. Whoever asked is told neither. */
export async function answerLinkRequest(
  deps: AnswerDeps,
  { accountId, user }: SignInPlace,
  request: LinkRequest,
): Promise<void> {
  const reason = await refuseOr(deps, user, request);
  if (reason === undefined) return;
  const target = { targetType: 'User', targetId: user?.userId };
  deps.refusals.note({
    ...{ action: 'user.request-link', via: 'web', accountId, ip: request.ip, ...target },
    detail: { reason },
  });
}

/** @returns why nothing was sent; undefined when a letter is on its way */
async function refuseOr(
  deps: AnswerDeps,
  user: SignIn | undefined,
  request: LinkRequest,
): Promise<string | undefined> {
  if (!user) return 'unknown-user';
  const to = await findAsker(deps, deps.db.reader, user);
  if (typeof to === 'string') return to;
  const { accountId } = user;
  if (await hasAskedEnough(deps.db.reader, user, deps.clock.now())) return 'too-many';
  if (!(await deps.quotas(request, accountId))) return 'too-many';
  return await deps.db.transaction((tx) => sendLink(deps, tx, user, request));
}

/** Who may be sent a link, or why nobody is. */
async function findAsker(
  { directory }: Pick<AnswerDeps, 'directory'>,
  db: Reader,
  { accountId, userId, accountActive, userActive, passwordHash }: SignIn,
): Promise<(Recipient & { readonly stamp: number }) | string> {
  const account = await directory.readAccount(db, accountId);
  const user = await directory.readUser(db, accountId, userId, 'all');
  if (!accountActive || !userActive || !account || !user?.active) return 'user-inactive';
  // Somebody who reads their mail would be admin of everything, whatever the identity provider says.
  if (user.protected) return 'break-glass-user';
  // Also of somebody whose password counts all the same: a new one would not.
  if (account.ssoOnly) return 'sso-only';
  if (passwordHash === undefined) return 'no-password';
  const recipient = await findRecipient({ directory }, db, accountId, userId);
  return recipient ? { ...recipient, stamp: user.stamp } : 'no-email';
}

async function sendLink(
  deps: AnswerDeps,
  tx: Tx,
  user: SignIn,
  { ip, publicUrl }: LinkRequest,
): Promise<string | undefined> {
  const { clock, random, notices, audit } = deps;
  const { accountId, accountCode, userId } = user;
  // Again, since an admin may have been quicker.
  const isThere = await holdUser(tx, accountId, userId);
  const to = isThere ? await findAsker(deps, tx, user) : 'user-inactive';
  if (typeof to === 'string') return to;
  const token = makeSessionCookie(random, accountCode);
  const expiresAt = clock.now() + LIFE_MS;
  const row = {
    account_id: accountId,
    user_id: userId,
    hash: hashSessionCookie(token),
    stamp: to.stamp,
    expires_at: expiresAt,
  };
  if (!(await saveRequestedLink(tx, row, clock.now()))) return 'too-many';
  // Behind #, which browsers never send: it stays out of logs.
  const letter = forgottenLetter(to, `${publicUrl}/reset-password#${token}`);
  await notices.append(tx, accountId, [{ kind: 'reset', expiresAt, content: { letter } }]);
  // Of nobody: whoever asked has proved nothing.
  const actor: Actor = { accountId, ip, via: 'web' };
  const target = { targetType: 'User', targetId: userId };
  await audit.append(tx, actor, { action: 'user.request-link', ...target });
  return undefined;
}
