import type { Tx } from '#db/database.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import type { Actor } from '#kernel/actor.ts';
import { LinkRedemptionBody } from '#sign-in/links/link.shapes.ts';
import { recordPasswordSource, takeLink } from '#sign-in/links/link.store.ts';
import { linkInvalid, requireSignInLink } from '#sign-in/links/require-link.ts';
import { deletePasskeysOf } from '#sign-in/passkeys/passkey.store.ts';
import { hashChosenPassword } from '#sign-in/passwords/hash-chosen-password.ts';
import { beginStep, replyWithStep } from '#sign-in/second-factor/begin-step.ts';
import { SignInStep } from '#sign-in/second-factor/second-factor.shapes.ts';
import {
  type FactorOwner,
  readSecondFactorState,
} from '#sign-in/second-factor/second-factor.store.ts';
import { type NextProof, nextProof } from '#sign-in/second-factor/standing.ts';
import { Session } from '#sign-in/sessions/session.shapes.ts';
import { readStamp } from '#sign-in/sessions/session.store.ts';
import { replyWithSession } from '#sign-in/sessions/session-reply.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';

/** POST /app/v1/links/redeem: sets the password that a user chose by a link, and signs them in. */
export const redeemLink = (deps: SignInDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/app/v1/links/redeem',
    protocol: 'problem',
    access: 'public',
    limit: 'sign-in',
    body: 'json',
    maxBodyBytes: 16_384,
    doc: {
      summary: 'Choose a password by a one-time link',
      tag: 'Session',
      description:
        'Uses up the link, ends all sessions of the user, removes their passkeys, which another person may have created, and signs in. An authenticator app is kept, and its code is required; if the link was sent by mail, the passkeys are removed with that code. Without an app, they are kept if the link was sent by mail and the account requires a second factor.',
      body: LinkRedemptionBody,
      responses: {
        201: {
          description: 'Signed in.',
          schema: Session,
          headers: { 'Set-Cookie': 'The session.' },
        },
        202: {
          description:
            'The password was set. A code of the authenticator app or a passkey is also required.',
          schema: SignInStep,
          headers: { 'Set-Cookie': 'Identifies the browser that may enter a code.' },
        },
        400: { description: 'The password is too weak. The link is still valid.' },
        403: 'wrong link',
        409: 'sso only',
      },
    },
    async handle(request) {
      const { token, password } = parseInput(LinkRedemptionBody, request.body);
      const { db, directory, sessions, signInThrottle, audit } = deps;
      const link = await requireSignInLink(deps, db.reader, token, request.ip);
      const { accountId, accountCode, userId } = link;
      const user = await directory.readUser(db.reader, accountId, userId, 'all');
      if (!user) throw linkInvalid();
      const hash = await hashChosenPassword(deps, accountId, password, [user.userName]);
      const { ip, headers } = request;
      const actor = { accountId, userId, ip, via: 'web' } as const;
      const begun = await db.transaction(async (tx) => {
        // Checked again. Taking the link locks it: of two requests only one succeeds, and none after a deactivation.
        await requireSignInLink(deps, tx, token, request.ip);
        const from = await takeLink(tx, accountId, link.hash);
        if (!from) throw linkInvalid();
        await directory.setPasswordHash(tx, actor, userId, hash);
        await recordPasswordSource(tx, { accountId, userId }, from);
        const { next, passkeys } = await dropPasskeys(deps, tx, { accountId, userId }, from);
        await signInThrottle.lift(tx, actor, { accountId, userId });
        const stamp = (await readStamp(tx, accountId, userId))?.stamp;
        if (stamp === undefined) throw linkInvalid();
        const who = { accountId, accountCode, userId, stamp, method: 'link' } as const;
        if (next !== 'nothing') {
          await recordRemovedPasskeys(deps, tx, actor, passkeys);
          return { next, step: next === 'code' ? await beginStep(deps, tx, who) : undefined };
        }
        const agent = headers['user-agent'];
        const made = await sessions.begin(tx, { ...who, ip, agent });
        const detail = { method: 'link', ...(passkeys > 0 && { passkeysRemoved: passkeys }) };
        const about = { targetType: 'Session', targetId: made.id, detail };
        await audit.append(tx, actor, { action: 'session.begin', ...about });
        return made;
      });
      if ('next' in begun) return replyWithStep(begun.next, begun.step);
      return await replyWithSession(deps, 201, begun);
    },
  });

/**
 * Deletes the user's passkeys, because somebody else may have added them. A mailed link keeps them where the user has
 * to show a second factor: access to somebody's mail must not be enough to remove one. A code deletes them afterwards.
 * @returns what the person has to show in addition to the new password
 */
async function dropPasskeys(
  { clock }: SignInDeps,
  tx: Tx,
  of: FactorOwner,
  from: 'admin' | 'mail',
): Promise<{ readonly next: NextProof; readonly passkeys: number }> {
  const state = await readSecondFactorState(tx, of);
  const next = state ? nextProof(state, clock.now()) : 'nothing';
  if (next !== 'nothing' && from === 'mail') return { next, passkeys: 0 };
  const passkeys = await deletePasskeysOf(tx, of);
  return { next: next === 'code' ? next : 'nothing', passkeys };
}

/** Records the removal in the audit log when no session begins whose audit event would record it. */
async function recordRemovedPasskeys(
  { audit }: SignInDeps,
  tx: Tx,
  actor: Actor & { readonly userId: string },
  removed: number,
): Promise<void> {
  if (removed === 0) return;
  const about = { targetType: 'User', targetId: actor.userId, detail: { removed } };
  await audit.append(tx, actor, { action: 'passkey.delete-all', ...about });
}
