import { actorOf } from '#audit/index.ts';
import { keepBreakGlass, keepWayIn } from '#directory/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { deletePasskeyRow } from '#sign-in/passkeys/passkey.store.ts';
import { noPasskey } from '#sign-in/passkeys/passkey-item.ts';
import { requireFactorLeft } from '#sign-in/second-factor/require-factor-left.ts';
import { deleteSessionsOf } from '#sign-in/sessions/session.store.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';

/** DELETE /app/v1/me/passkeys/:id: removes a passkey; the person's other sessions end (ASVS 7.4.3). */
export const deletePasskey = ({ db, audit, directory }: SignInDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/me/passkeys/:id',
    confirmed: true,
    doc: {
      summary: 'Remove a passkey of one’s own',
      tag: 'Passkeys',
      description:
        'Ends all other sessions of the user, because another person may have used the passkey.',
      responses: {
        204: { description: 'The passkey was removed.' },
        403: {
          description:
            'It is the last way to sign in of the user. Or single sign-on is required, and it is the last one of the last break-glass admin.',
        },
        404: { description: 'There is no such passkey.' },
        409: {
          description:
            'The account requires a second factor, and the user has no other one besides the password.',
        },
      },
    },
    async handle(request) {
      const { accountId, userId, sessionId } = request.principal;
      const id = request.params.id;
      await db.transaction(async (tx) => {
        const isRemoved = await keepWayIn(tx, accountId, userId, () =>
          keepBreakGlass(tx, accountId, userId, () =>
            deletePasskeyRow(tx, { accountId, userId }, id),
          ),
        );
        if (!isRemoved) throw noPasskey();
        await requireFactorLeft({ directory }, tx, { accountId, userId });
        await deleteSessionsOf(tx, accountId, userId, sessionId);
        const about = { targetType: 'Passkey', targetId: id };
        await audit.append(tx, actorOf(request, 'web'), { action: 'passkey.delete', ...about });
      });
      return { status: 204 };
    },
  });
