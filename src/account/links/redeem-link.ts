import type { AccountDeps } from '#account/account-deps.ts';
import { hashChosenPassword } from '#account/hash-chosen-password.ts';
import { deletePasskeysOf } from '#account/passkeys/passkey.store.ts';
import { Session } from '#account/sessions/session.shapes.ts';
import { readStamp } from '#account/sessions/session.store.ts';
import { replyWithSession } from '#account/sessions/session-reply.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import type { Actor } from '#kernel/actor.ts';
import { LinkRedemptionBody } from './link.shapes.ts';
import { takeLink } from './link.store.ts';
import { linkInvalid, requireLink } from './require-link.ts';

/** POST /app/v1/links/redeem: the password that somebody chose by a link, which signs them in. */
export const redeemLink = (deps: AccountDeps): Endpoint =>
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
        'Uses the link up, ends what the person was signed in with, removes their passkeys, which somebody else may have made, and signs in.',
      body: LinkRedemptionBody,
      responses: {
        201: {
          description: 'Signed in.',
          schema: Session,
          headers: { 'Set-Cookie': 'The session.' },
        },
        400: { description: 'The password is too weak; the link works still.' },
        403: { description: 'The link is not valid.' },
        409: { description: 'The account takes single sign-on only.' },
      },
    },
    async handle(request) {
      const { token, password } = parseInput(LinkRedemptionBody, request.body);
      const { db, directory, sessions, signInThrottle, audit } = deps;
      const link = await requireLink(deps, db.reader, token, request.ip);
      const { accountId, accountCode, userId } = link;
      const user = await directory.readUser(db.reader, accountId, userId, 'all');
      if (!user) throw linkInvalid();
      const hash = await hashChosenPassword(deps, accountId, password, [user.userName]);
      const { ip, headers } = request;
      const actor: Actor = { accountId, userId, ip, via: 'web' };
      const begun = await db.transaction(async (tx) => {
        // Again, and locked by being taken: of two at once one gets in, and not after a deactivation.
        await requireLink(deps, tx, token, request.ip);
        if (!(await takeLink(tx, accountId, link.hash))) throw linkInvalid();
        await directory.setPasswordHash(tx, actor, userId, hash);
        const passkeys = await deletePasskeysOf(tx, { accountId, userId });
        await signInThrottle.lift(tx, actor, { accountId, userId });
        const stamp = (await readStamp(tx, accountId, userId))?.stamp;
        if (stamp === undefined) throw linkInvalid();
        const agent = headers['user-agent'];
        const who = { accountId, accountCode, userId, stamp, method: 'link', ip, agent } as const;
        const made = await sessions.begin(tx, who);
        const detail = { method: 'link', ...(passkeys > 0 && { passkeysRemoved: passkeys }) };
        const about = { targetType: 'Session', targetId: made.id, detail };
        await audit.append(tx, actor, { action: 'session.begin', ...about });
        return made;
      });
      return await replyWithSession(deps, 201, begun);
    },
  });
