import type { Audit, Refusals } from '#audit/index.ts';
import type { Database, Reader, Tx } from '#db/database.ts';
import type { Directory, SignIn, SignInAccount } from '#directory/index.ts';
import { type CountClient, consumeEach } from '#http/quota.ts';
import type { Actor } from '#kernel/actor.ts';
import { siteOf } from '#kernel/addresses.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Random } from '#kernel/ids.ts';
import type { Locale } from '#kernel/locale.ts';
import { findRecipient, type Recipient } from '#letters/index.ts';
import type { MailQueue } from '#mail-queue/index.ts';
import { holdUser } from '#sign-in/hold-user.store.ts';
import { hashSessionCookie, makeSessionCookie } from '#sign-in/sessions/session-cookie.ts';
import { forgottenLetter } from './forgotten-letter.ts';
import { hasAskedEnough, saveRequestedLink } from './link-request.store.ts';

/** Lifetime of a requested link. It is shorter than that of an admin's link, because anybody can request one. */
const LIFE_MS = 60 * 60_000;
const HOUR_S = 3600;
/** Most mails within an hour that requests from one site cause, and that people of one account receive. */
const LETTERS_BY_SITE = 30;
const LETTERS_TO_ACCOUNT = 300;

export interface LinkRequest {
  /** A user name or an e-mail address, as it was typed on the sign-in screen. */
  readonly userName: string;
  readonly ip: string;
  /** The configured address of Formstead, never one from the request. */
  readonly publicUrl: string;
  /** The language of the sign-in screen, for a user who has chosen none. */
  readonly language?: Locale | undefined;
}

export interface LinkAnswerDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly directory: Directory;
  readonly mailQueue: MailQueue;
  readonly audit: Audit;
  readonly refusals: Pick<Refusals, 'record'>;
  readonly quotas: RequestQuotas;
}

/** Counts a mail. @returns whether it may be sent */
type RequestQuotas = (request: LinkRequest, accountId: string) => Promise<boolean>;

/** @param client counts for all nodes together; undefined when there is one node */
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

/** Sends the user a link, or records in the audit log why not. The requester is told neither. */
export async function answerLinkRequest(
  deps: LinkAnswerDeps,
  { accountId, user }: SignInAccount,
  request: LinkRequest,
): Promise<void> {
  const reason = await trySend(deps, user, request);
  if (reason === undefined) return;
  const target = { targetType: 'User', targetId: user?.userId };
  deps.refusals.record({
    action: 'user.request-link',
    via: 'web',
    accountId,
    ip: request.ip,
    ...target,
    detail: { reason },
  });
}

/** Sends the link. @returns why nothing was sent; undefined when the mail is queued */
async function trySend(
  deps: LinkAnswerDeps,
  user: SignIn | undefined,
  request: LinkRequest,
): Promise<string | undefined> {
  if (!user) return 'unknown-user';
  const to = await findAsker(deps, deps.db.reader, user, request.language);
  if (typeof to === 'string') return to;
  const { accountId } = user;
  if (await hasAskedEnough(deps.db.reader, user, deps.clock.now())) return 'too-many';
  if (!(await deps.quotas(request, accountId))) return 'too-many';
  return await deps.db.transaction((tx) => sendLink(deps, tx, user, request));
}

/** Returns the recipient of a link, or the reason why none may be sent. */
async function findAsker(
  { directory }: Pick<LinkAnswerDeps, 'directory'>,
  db: Reader,
  { accountId, userId, accountActive, userActive, passwordHash }: SignIn,
  language: Locale | undefined,
): Promise<(Recipient & { readonly stamp: number }) | string> {
  const account = await directory.readAccount(db, accountId);
  const user = await directory.readUser(db, accountId, userId, 'all');
  if (!accountActive || !userActive || !account || !user?.active) return 'user-inactive';
  // Otherwise anybody who reads a break-glass admin's mail would become admin, despite the identity provider.
  if (user.protected) return 'break-glass-user';
  // This includes users whose current password still works: a new one would not.
  if (account.ssoOnly) return 'sso-only';
  if (passwordHash === undefined) return 'no-password';
  const recipient = await findRecipient({ directory }, db, accountId, userId, language);
  return recipient ? { ...recipient, stamp: user.stamp } : 'no-email';
}

async function sendLink(
  deps: LinkAnswerDeps,
  tx: Tx,
  user: SignIn,
  { ip, publicUrl, language }: LinkRequest,
): Promise<string | undefined> {
  const { clock, random, mailQueue, audit } = deps;
  const { accountId, accountCode, userId } = user;
  // Checked again in the transaction, because an admin may have changed the user meanwhile.
  const isThere = await holdUser(tx, accountId, userId);
  const to = isThere ? await findAsker(deps, tx, user, language) : 'user-inactive';
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
  // The token follows #. Browsers never send that part, so it stays out of logs.
  const letter = forgottenLetter(to, `${publicUrl}/reset-password#${token}`);
  await mailQueue.append(tx, accountId, [{ kind: 'reset', expiresAt, content: { letter } }]);
  // The event names no user as actor, because the requester proved nothing.
  const actor: Actor = { accountId, ip, via: 'web' };
  const target = { targetType: 'User', targetId: userId };
  await audit.append(tx, actor, { action: 'user.request-link', ...target });
  return undefined;
}
