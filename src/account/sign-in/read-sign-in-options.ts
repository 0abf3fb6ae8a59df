import type { AccountDeps } from '#account/account-deps.ts';
import { SignInOptions } from '#account/sessions/session.shapes.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';

/** GET /app/v1/sign-in: what a page for signing in has to show. */
export const readSignInOptions = ({ db, directory }: AccountDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/app/v1/sign-in',
    protocol: 'problem',
    access: 'public',
    limit: 'none',
    doc: {
      summary: 'How people can sign in',
      tag: 'Session',
      responses: { 200: { description: 'The ways there are.', schema: SignInOptions } },
    },
    async handle() {
      const accounts = await directory.countAccounts(db.reader);
      const body: SignInOptions = {
        setUpNeeded: accounts === 0,
        severalAccounts: accounts > 1,
        password: true,
        passkeys: false,
        sso: [],
      };
      return { status: 200, body };
    },
  });
