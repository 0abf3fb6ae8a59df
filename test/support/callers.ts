// All kinds of callers of a service: users of each role, with a token and with Basic; identity providers; and callers
// whose credentials have ended.

import type { Actor } from '#kernel/actor.ts';
import type { SetUpResult } from '#sign-in/index.ts';
import { ADMIN_PASSWORD, type Instance } from './instance.ts';
import { fresh } from './scim.ts';

type Role = 'member' | 'designer' | 'admin';

/** The credentials of a caller, and its column in the matrix. */
export interface Credentials {
  readonly as: Role | 'nobody' | 'sync';
  /** null for no access token. */
  readonly token: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly userId?: string;
}

export interface Callers {
  readonly nobody: Credentials;
  readonly sync: Credentials;
  /** One caller of each kind that has a token. */
  readonly everybody: readonly Credentials[];
  /** Access token of the admin of another account. */
  readonly otherAdmin: string;
  readonly otherAccountId: string;
  readonly otherClientId: string;
  readonly otherUserId: string;
  /** Creates a credential in the first account. */
  newClient(): Promise<{ readonly credentialId: string; readonly secretId: string }>;
  /** Creates a provisioning token and returns its id. */
  newProvisioning(): Promise<string>;
  /** Id of a session of the other account's admin. */
  readonly otherSession: string;
  /** Creates another session of the caller, or of some user if the caller has no browser, and returns its id. */
  sessionOf(by: Credentials): Promise<string>;
  /** Provisions a user, and returns the token of a credential that belongs to that user. */
  actAs(role: Role): Promise<Credentials & { readonly userId: string }>;
  /** Signs in a new user with a browser on a page of the web app. */
  browse(
    role: Role,
  ): Promise<Credentials & { readonly userId: string; readonly sessionId: string }>;
  /** Returns Basic credentials, of the same user each time. */
  basic(role: Role): Credentials;
  /** Creates a credential of an admin with only these rights. */
  narrowed(rights: readonly string[]): Promise<Credentials>;
  /** Returns credentials that were valid once. */
  ended(): Promise<Readonly<Record<string, Credentials>>>;
}

export async function startCallers(instance: Instance): Promise<Callers> {
  const { services, account } = instance;
  const { db, directory, credentials, passwords } = services;
  const actor: Actor = { accountId: account.accountId, via: 'command-line' };
  const passwordHash = await passwords.hash(ADMIN_PASSWORD);

  const addUser = (role: Role, more: { readonly passwordHash?: string } = {}) =>
    db.transaction((tx) =>
      directory.createUser(tx, actor, {
        attributes: { userName: fresh(role), active: true },
        origin: 'provisioned',
        role,
        ...more,
      }),
    );
  const addClient = (userId: string, rights?: readonly string[]) =>
    db.transaction((tx) =>
      credentials.create(tx, actor, { name: fresh(), actsAsUserId: userId, rights }),
    );
  const addProvisioning = () =>
    db.transaction((tx) =>
      credentials.createProvisioning(tx, actor, { name: fresh(), expiresInSeconds: 86_400 }),
    );
  const tokenFor = async (userId: string, rights?: readonly string[]) => {
    const made = await addClient(userId, rights);
    const token = await instance.token(made.credentialId, made.clientSecret);
    return { credentialId: made.credentialId, secretId: made.secretId, token };
  };
  const actAs: Callers['actAs'] = async (role) => {
    const { id } = await addUser(role);
    return { as: role, userId: id, token: (await tokenFor(id)).token };
  };
  const beginSession = (of: Whose) =>
    db.transaction(async (tx) => {
      const { stamp } = await tx
        .selectFrom('users')
        .select('stamp')
        .where('account_id', '=', of.accountId)
        .where('id', '=', of.userId)
        .executeTakeFirstOrThrow();
      return services.sessions.begin(tx, { ...of, stamp, ...BY_PASSWORD });
    });
  const browse: Callers['browse'] = async (role) => {
    const { id: userId } = await addUser(role, { passwordHash });
    const { id, cookie } = await beginSession({ ...account, userId });
    return { as: role, userId, sessionId: id, token: null, headers: inBrowser(cookie) };
  };
  const withBasic = async (role: Role) => {
    const user = await addUser(role, { passwordHash });
    const name = `${account.accountCode}/${String(user.attributes['userName'])}`;
    return { id: user.id, credentials: { ...basicOf(role, name), userId: user.id } };
  };
  const basic = {
    member: (await withBasic('member')).credentials,
    designer: (await withBasic('designer')).credentials,
    admin: (await withBasic('admin')).credentials,
  };
  const { provisioningToken } = await addProvisioning();
  const sync: Credentials = { as: 'sync', token: provisioningToken };
  const nobody: Credentials = { as: 'nobody', token: null };
  const other = await instance.addAccount('Other');
  const deactivate = (id: string) =>
    db.transaction((tx) => directory.setActive(tx, actor, id, false));

  return {
    nobody,
    sync,
    everybody: [
      nobody,
      sync,
      await actAs('member'),
      await actAs('designer'),
      await actAs('admin'),
      basic.member,
    ],
    otherAccountId: other.accountId,
    otherClientId: other.clientId,
    otherUserId: other.userId,
    newClient: () => addClient(account.userId),
    newProvisioning: async () => (await addProvisioning()).credentialId,
    otherSession: (await beginSession(other)).id,
    async sessionOf({ userId = account.userId }) {
      return (await beginSession({ ...account, userId })).id;
    },
    otherAdmin: await instance.token(other.clientId, other.clientSecret),
    actAs,
    browse,
    basic: (role) => basic[role],
    async narrowed(rights) {
      const { id } = await addUser('admin');
      return { as: 'admin', userId: id, token: (await tokenFor(id, rights)).token };
    },
    async ended() {
      const inactive = await actAs('admin');
      await deactivate(inactive.userId);
      const inactiveBasic = await withBasic('admin');
      await deactivate(inactiveBasic.id);
      const signedOut = await browse('admin');
      await deactivate(signedOut.userId);
      const { id } = await addUser('admin');
      const revoked = await tokenFor(id);
      const secretGone = await tokenFor(id);
      await db.transaction(async (tx) => {
        await credentials.revoke(tx, actor, revoked.credentialId);
        await credentials.revokeSecret(tx, actor, secretGone.credentialId, secretGone.secretId);
      });
      return {
        'a deactivated admin': inactive,
        'a deactivated admin with Basic': inactiveBasic.credentials,
        'a deactivated admin in a browser': signedOut,
        'a revoked credential': { as: 'admin', token: revoked.token },
        'a revoked secret': { as: 'admin', token: secretGone.token },
      };
    },
  };
}

type Whose = Pick<SetUpResult, 'accountId' | 'accountCode' | 'userId'>;
const BY_PASSWORD = { method: 'password', ip: '127.0.0.1', agent: undefined } as const;

const inBrowser = (cookie: string) => ({
  cookie: `__Host-sid=${cookie}`,
  'sec-fetch-site': 'same-origin',
});

function basicOf(as: Role, name: string): Credentials {
  const value = Buffer.from(`${name}:${ADMIN_PASSWORD}`).toString('base64');
  return { as, token: null, headers: { authorization: `Basic ${value}` } };
}
