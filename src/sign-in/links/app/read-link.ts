import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import { LinkBody, LinkInfo } from '#sign-in/links/link.shapes.ts';
import { linkInvalid, requireSignInLink } from '#sign-in/links/require-link.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';

/** POST /app/v1/links/read: returns the user of a link. It is a POST, so that the token is in no URL. */
export const readLink = (deps: SignInDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/app/v1/links/read',
    protocol: 'problem',
    access: 'public',
    limit: 'sign-in',
    body: 'json',
    maxBodyBytes: 16_384,
    doc: {
      summary: 'Read a one-time link',
      tag: 'Session',
      body: LinkBody,
      responses: {
        200: { description: 'The link is valid.', schema: LinkInfo },
        403: 'wrong link',
        409: 'sso only',
      },
    },
    async handle(request) {
      const { token } = parseInput(LinkBody, request.body);
      const { db, directory } = deps;
      const { accountId, userId } = await requireSignInLink(deps, db.reader, token, request.ip);
      const user = await directory.readUser(db.reader, accountId, userId, 'all');
      const account = await directory.readAccount(db.reader, accountId);
      if (!user || !account) throw linkInvalid();
      const known = await directory.readPasswordHash(db.reader, accountId, userId);
      const displayName = user.attributes['displayName'];
      const body: LinkInfo = {
        kind: known === undefined ? 'invitation' : 'reset',
        userName: user.userName,
        ...(typeof displayName === 'string' && { displayName }),
        accountName: account.name,
        passwordMinLength: account.passwordMinLength.web,
      };
      return { status: 200, body };
    },
  });
