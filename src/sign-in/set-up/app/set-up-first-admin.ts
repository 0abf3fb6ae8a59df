import { setSessionCookie } from '#http/browser.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { isObject, type JsonValue, member } from '#kernel/json.ts';
import { beginFirstSession } from '#sign-in/sessions/begin-first-session.ts';
import { SetUpAnswer, SetUpBody } from '#sign-in/set-up/set-up.shapes.ts';
import {
  redeemSetUpLink,
  requireSetUpLink,
  type SetUpInput,
  setUpAccount,
} from '#sign-in/set-up/set-up.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';

const MAX_FIELD_LENGTH = 512;

/** POST /app/v1/set-up: creates the first account and its admin, with the link printed at first start. */
export const setUpFirstAdmin = (deps: SignInDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/app/v1/set-up',
    protocol: 'problem',
    access: 'public',
    limit: 'sign-in',
    body: 'json',
    maxBodyBytes: 16_384,
    doc: {
      summary: 'Create the first account, its admin and an API credential',
      tag: 'Set-up',
      body: SetUpBody,
      responses: {
        201: {
          description: 'Created. The admin is signed in. The secret is shown only once.',
          schema: SetUpAnswer,
          headers: { 'Set-Cookie': 'The session.' },
        },
        403: 'wrong link',
        409: { description: 'The service is already set up.' },
      },
    },
    async handle(request) {
      const { token, ...input } = parseSetUp(request.body);
      // Before the password is hashed: strangers without a link must not take the hashing that sign-ins wait for.
      await requireSetUpLink(deps.db.reader, token);
      const body = await setUpAccount(deps, input, (tx) => redeemSetUpLink(tx, token));
      const { cookie } = await deps.db.transaction((tx) =>
        beginFirstSession(deps, tx, request, body),
      );
      return { status: 201, headers: setSessionCookie(cookie), issued: cookie, body };
    },
  });

function parseSetUp(body: JsonValue | undefined): SetUpInput & { readonly token: string } {
  const text = (name: string): string => {
    const value = isObject(body) ? member(body, name) : undefined;
    if (typeof value === 'string' && value.trim() !== '' && value.length <= MAX_FIELD_LENGTH) {
      return value;
    }
    throw fail('invalid-value', `${name} must be text of 1 to ${MAX_FIELD_LENGTH} characters.`, {
      at: name,
      because: { reason: 'length', min: 1, limit: MAX_FIELD_LENGTH },
    });
  };
  const hasTimeZone = isObject(body) && member(body, 'timeZone') !== undefined;
  return {
    token: text('token'),
    accountName: text('accountName').trim(),
    userName: text('userName').trim(),
    password: text('password'),
    ...(hasTimeZone && { timeZone: text('timeZone') }),
  };
}
