import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { SecondFactor } from '#sign-in/second-factor/second-factor.shapes.ts';
import {
  countRecoveryCodes,
  findSecondFactor,
} from '#sign-in/second-factor/second-factor.store.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';

/** GET /app/v1/me/second-factor: the authenticator app of the signed-in user. */
export const getSecondFactor = ({ db }: SignInDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/me/second-factor',
    lackingSecondFactor: true,
    doc: {
      summary: 'Read one’s own second factor',
      tag: 'Second factor',
      responses: { 200: { description: 'The second factor.', schema: SecondFactor } },
    },
    async handle({ principal }) {
      const factor = await findSecondFactor(db.reader, principal);
      const body: SecondFactor = factor
        ? {
            app: {
              createdAt: new Date(factor.created_at).toISOString(),
              recoveryCodes: await countRecoveryCodes(db.reader, principal),
            },
          }
        : {};
      return { status: 200, body };
    },
  });
