import { Type } from 'typebox';
import type { AccountDeps } from '#account/account-deps.ts';
import { hasPasskeys } from '#account/passkeys/relying-party.ts';
import { SignInOptions } from '#account/sessions/session.shapes.ts';
import { selectConnections } from '#account/sso/sso.store.ts';
import type { Reader } from '#db/database.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseQueryInput } from '#http/input.ts';

const QUERY = Type.Object(
  {
    account: Type.Optional(
      Type.String({
        maxLength: 40,
        description:
          'Its code, in any case: whose connections are shown where there are several accounts.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** GET /app/v1/sign-in: what a page for signing in has to show. */
export const readSignInOptions = ({ db, directory, publicUrl }: AccountDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/app/v1/sign-in',
    protocol: 'problem',
    access: 'public',
    limit: 'none',
    doc: {
      summary: 'How people can sign in',
      query: QUERY,
      tag: 'Session',
      responses: { 200: { description: 'The ways there are.', schema: SignInOptions } },
    },
    async handle({ query }) {
      const { account: code } = parseQueryInput(QUERY, query);
      const accounts = await directory.countAccounts(db.reader);
      const body: SignInOptions = {
        setUpNeeded: accounts === 0,
        severalAccounts: accounts > 1,
        password: true,
        passkeys: hasPasskeys(publicUrl()),
        sso: await listSso(directory, db.reader, code, accounts),
      };
      return { status: 200, body };
    },
  });

async function listSso(
  directory: AccountDeps['directory'],
  db: Reader,
  code: string | undefined,
  accounts: number,
): Promise<SignInOptions['sso']> {
  const account =
    code !== undefined
      ? await directory.findAccountByCode(db, code.trim().toLowerCase())
      : accounts === 1
        ? (await directory.listAccounts(db))[0]
        : undefined;
  if (!account?.active) return [];
  const rows = await selectConnections(db, account.id);
  return rows.filter(({ enabled }) => enabled === 1).map(({ id, name }) => ({ id, name }));
}
