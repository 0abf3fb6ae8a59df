import { Type } from 'typebox';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import { requireSetUpLink } from '#sign-in/set-up/set-up.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';

const SetUpLinkBody = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 512 }) },
  { title: 'SetUpLink' },
);

/** POST /app/v1/set-up/read: checks whether a set-up link still works, before anybody fills in the screen. */
export const readSetUpLink = (deps: SignInDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/app/v1/set-up/read',
    protocol: 'problem',
    access: 'public',
    limit: 'sign-in',
    body: 'json',
    maxBodyBytes: 16_384,
    doc: {
      summary: 'Whether a set-up link works',
      tag: 'Set-up',
      body: SetUpLinkBody,
      responses: {
        204: { description: 'The link is valid.' },
        403: 'wrong link',
        409: { description: 'The service is already set up.' },
      },
    },
    async handle(request) {
      const { token } = parseInput(SetUpLinkBody, request.body);
      await requireSetUpLink(deps.db.reader, token);
      return { status: 204 };
    },
  });
