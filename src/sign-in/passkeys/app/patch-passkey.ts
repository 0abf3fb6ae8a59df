import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { Passkey, PasskeyNameBody } from '#sign-in/passkeys/passkey.shapes.ts';
import { renamePasskey } from '#sign-in/passkeys/passkey.store.ts';
import { noPasskey, toPasskey } from '#sign-in/passkeys/passkey-item.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';

/** PATCH /app/v1/me/passkeys/:id: renames a passkey of the signed-in user. */
export const patchPasskey = ({ db, audit }: SignInDeps): Endpoint =>
  appEndpoint({
    method: 'PATCH',
    path: '/app/v1/me/passkeys/:id',
    body: PasskeyNameBody,
    doc: {
      summary: 'Rename a passkey of one’s own',
      tag: 'Passkeys',
      responses: {
        200: { description: 'The current state.', schema: Passkey },
        404: { description: 'There is no such passkey.' },
      },
    },
    async handle(request) {
      const { name } = request.body;
      const id = request.params.id;
      const row = await db.transaction(async (tx) => {
        const renamed = await renamePasskey(tx, request.principal, id, name);
        if (!renamed) throw noPasskey();
        const about = { targetType: 'Passkey', targetId: id, detail: { name } };
        await audit.append(tx, actorOf(request, 'web'), { action: 'passkey.rename', ...about });
        return renamed;
      });
      return { status: 200, body: toPasskey(row) };
    },
  });
