import { Type } from 'typebox';
import { readBrand } from '#brand/index.ts';
import type { Reader } from '#db/database.ts';
import type { Account } from '#directory/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseQueryInput } from '#http/input.ts';
import { hasPasskeys } from '#sign-in/passkeys/relying-party.ts';
import { SignInOptions } from '#sign-in/sessions/session.shapes.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { selectConnections } from '#sign-in/sso/sso.store.ts';

const QUERY = Type.Object(
  {
    account: Type.Optional(
      Type.String({
        maxLength: 40,
        description:
          'The code of the account, in any letter case. If there are several accounts, only the connections of this one are listed.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** GET /app/v1/sign-in: the ways to sign in that the sign-in screen shows. */
export const getSignInOptions = ({ db, directory, mailQueue, publicUrl }: SignInDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/app/v1/sign-in',
    protocol: 'problem',
    access: 'public',
    limit: 'public',
    doc: {
      summary: 'How people can sign in',
      query: QUERY,
      tag: 'Session',
      responses: { 200: { description: 'The ways to sign in.', schema: SignInOptions } },
    },
    async handle({ query }) {
      const { account: code } = parseQueryInput(QUERY, query);
      const accounts = await directory.countAccounts(db.reader);
      const account = await findAccount(directory, db.reader, code, accounts);
      const ssoOnly = account?.ssoOnly === true;
      const sso = account ? await listSso(db.reader, account.id) : [];
      // A stranger who guesses codes must not learn from a logo which organisations there are.
      const isTold = accounts === 1 || sso.length > 0;
      const body: SignInOptions = {
        setUpNeeded: accounts === 0,
        severalAccounts: accounts > 1,
        password: !ssoOnly,
        passkeys: !ssoOnly && hasPasskeys(publicUrl()),
        ssoOnly,
        resetByMail: !ssoOnly && accounts > 0 && mailQueue.isOn,
        sso,
        ...(account && isTold && (await findOrganisation(db.reader, account))),
      };
      return { status: 200, body };
    },
  });

/** Returns the active account with this code, or without a code the only one. */
async function findAccount(
  directory: SignInDeps['directory'],
  db: Reader,
  code: string | undefined,
  accounts: number,
): Promise<Account | undefined> {
  const account =
    code !== undefined
      ? await directory.findAccountByCode(db, code.trim().toLowerCase())
      : accounts === 1
        ? (await directory.listAccounts(db))[0]
        : undefined;
  return account?.active ? account : undefined;
}

/** Returns the organisation with its brand; nothing if it has none. */
async function findOrganisation(
  db: Reader,
  { id, name }: Account,
): Promise<Pick<SignInOptions, 'organisation'>> {
  const brand = await readBrand(db, id);
  return Object.keys(brand).length === 0 ? {} : { organisation: { name, brand } };
}

async function listSso(db: Reader, accountId: string): Promise<SignInOptions['sso']> {
  const rows = await selectConnections(db, accountId);
  return rows.filter(({ enabled }) => enabled === 1).map(({ id, name }) => ({ id, name }));
}
