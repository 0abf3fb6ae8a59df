import { actorOf } from '#audit/index.ts';
import type { Tx } from '#db/database.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { askedLocale, type Locale } from '#kernel/locale.ts';
import { findRecipient, linkLetter, mailIsOff } from '#letters/index.ts';
import { holdUser } from '#sign-in/hold-user.store.ts';
import { NewLinkBody, SignInLink } from '#sign-in/links/link.shapes.ts';
import { saveLink } from '#sign-in/links/link.store.ts';
import { requirePasswordAllowed } from '#sign-in/require-password-allowed.ts';
import { hashSessionCookie, makeSessionCookie } from '#sign-in/sessions/session-cookie.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';

const LIFE_MS = 24 * 60 * 60_000;

/** POST /app/v1/users/:id/link: creates a one-time link with which the user chooses a password. */
export const postLink = (deps: SignInDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/users/:id/link',
    role: 'admin',
    confirmed: true,
    body: NewLinkBody,
    doc: {
      summary: 'Create a one-time link for a user',
      tag: 'Users',
      description:
        'With the link, the user sets a first or new password. It works once within 24 hours and replaces an earlier link. It ends when the user is deactivated, gets a password in another way, or gets other email addresses. With `send`, Formstead sends it to the user by email and does not show it. The mail is in the language of the user, or else of `Accept-Language`.',
      responses: {
        201: { description: 'Created. The link is shown only once, or sent.', schema: SignInLink },
        404: 'no user',
        409: {
          description:
            'The user is not active, signs in by single sign-on only, or has no email address. Or no mail server is set up.',
        },
      },
    },
    async handle(request) {
      const { db, random, clock, publicUrl } = deps;
      const { send = false } = request.body;
      const { accountId, accountCode } = request.principal;
      const userId = request.params.id;
      // The token has the form of a session cookie: the account's code, and 256 random bits.
      const token = makeSessionCookie(random, accountCode);
      const expiresAt = clock.now() + LIFE_MS;
      const made = await db.transaction(async (tx) => {
        const kind = await storeLink(deps, tx, { accountId, userId, token, expiresAt });
        const page = kind === 'invitation' ? 'invitation' : 'reset-password';
        // The token follows #. Browsers never send that part, so it stays out of logs.
        const url = `${publicUrl()}/${page}#${token}`;
        const language = askedLocale(request.headers['accept-language']);
        const link = { kind, url, accountId, userId, expiresAt, language };
        const sentTo = send ? await mailLink(deps, tx, link) : undefined;
        await deps.audit.append(tx, actorOf(request, 'web'), {
          action: 'user.create-link',
          targetType: 'User',
          targetId: userId,
          detail: { kind, ...(send && { sent: true }) },
        });
        return { kind, ...(sentTo === undefined ? { url } : { sentTo }) };
      });
      const body: SignInLink = { ...made, expiresAt: new Date(expiresAt).toISOString() };
      return { status: 201, body };
    },
  });

interface NewLink {
  readonly accountId: string;
  readonly userId: string;
  readonly expiresAt: number;
}

/** @throws AppError `not-found`, `user-inactive`, `sso-only`. */
async function storeLink(
  { directory }: Pick<SignInDeps, 'directory'>,
  tx: Tx,
  { accountId, userId, token, expiresAt }: NewLink & { readonly token: string },
): Promise<SignInLink['kind']> {
  const isThere = await holdUser(tx, accountId, userId);
  const user = isThere && (await directory.readUser(tx, accountId, userId, 'all'));
  if (!user) throw fail('not-found', 'There is no user with this id.');
  if (!user.active) {
    throw fail('user-inactive', 'The user is not active. Activate the user first.');
  }
  await requirePasswordAllowed({ directory }, tx, accountId, userId);
  const hash = hashSessionCookie(token);
  const row = { account_id: accountId, user_id: userId, hash, stamp: user.stamp };
  await saveLink(tx, { ...row, expires_at: expiresAt });
  const known = await directory.readPasswordHash(tx, accountId, userId);
  return known === undefined ? 'invitation' : 'reset';
}

/** Queues the mail with the link. @returns the recipient's address. @throws AppError `mail-off`, `no-email`. */
async function mailLink(
  deps: Pick<SignInDeps, 'directory' | 'mailQueue' | 'publicUrl'>,
  tx: Tx,
  link: NewLink &
    Required<Pick<SignInLink, 'kind' | 'url'>> & { readonly language: Locale | undefined },
): Promise<string> {
  if (!deps.mailQueue.isOn) throw mailIsOff();
  const { accountId, userId, expiresAt, kind } = link;
  const to = await findRecipient(deps, tx, accountId, userId, link.language);
  if (!to) throw fail('no-email', 'The user has no email address. Enter one first.');
  const search = new URLSearchParams({ account: to.accountCode });
  const signInUrl = `${deps.publicUrl()}/sign-in?${search}`;
  const content = { letter: linkLetter(to, { ...link, signInUrl }) };
  await deps.mailQueue.append(tx, accountId, [{ kind, expiresAt, content }]);
  return to.email;
}
