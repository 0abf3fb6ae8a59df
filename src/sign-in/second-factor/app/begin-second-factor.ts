import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { requirePasswordAllowed } from '#sign-in/require-password-allowed.ts';
import { toBase32 } from '#sign-in/second-factor/base32.ts';
import { OFFER_MS, otpauthLink, sealOffer } from '#sign-in/second-factor/offer.ts';
import { SecondFactorOffer } from '#sign-in/second-factor/second-factor.shapes.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';

/** Recommended length of a secret, RFC 4226 §4, R6. */
const SECRET_BYTES = 20;

/** POST /app/v1/me/second-factor/begin: returns a new secret for an authenticator app. */
export const beginSecondFactor = (deps: SignInDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/me/second-factor/begin',
    confirmed: true,
    lackingSecondFactor: true,
    doc: {
      summary: 'Begin to set up an authenticator app',
      tag: 'Second factor',
      description:
        'Creates a secret (RFC 6238: SHA-1, 6 digits, 30 seconds). It takes effect when a code of the app is sent within 15 minutes.',
      responses: {
        200: { description: 'The secret for the app.', schema: SecondFactorOffer },
        409: 'sso only',
      },
    },
    async handle({ principal }) {
      const { db, directory, clock, random, seal } = deps;
      const { accountId, userId } = principal;
      const user = await directory.readUser(db.reader, accountId, userId, 'all');
      const account = await directory.readAccount(db.reader, accountId);
      if (!user || !account) throw fail('session-ended', 'Your session has ended. Sign in again.');
      await requirePasswordAllowed(deps, db.reader, accountId, userId);
      const secret = toBase32(random.bytes(SECRET_BYTES));
      const now = clock.now();
      const body: SecondFactorOffer = {
        secret,
        link: otpauthLink(secret, { issuer: account.name, userName: user.userName }),
        offer: sealOffer(seal, principal, secret, now),
        expiresAt: new Date(now + OFFER_MS).toISOString(),
      };
      return { status: 200, body };
    },
  });
