import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { PasskeyList } from '#sign-in/passkeys/passkey.shapes.ts';
import { selectPasskeys } from '#sign-in/passkeys/passkey.store.ts';
import { toPasskey } from '#sign-in/passkeys/passkey-item.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';

/** GET /app/v1/me/passkeys: the passkeys of the signed-in user. */
export const listPasskeys = ({ db }: SignInDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/me/passkeys',
    doc: {
      summary: 'List one’s own passkeys',
      tag: 'Passkeys',
      responses: { 200: { description: 'Oldest first, at most 20.', schema: PasskeyList } },
    },
    async handle({ principal }) {
      const rows = await selectPasskeys(db.reader, principal);
      return { status: 200, body: { items: rows.map(toPasskey) } };
    },
  });
