// Directories rename people: they deactivate bo, and create bo.new with the same externalId. Decision 89 says whom the
// two records mean. Every pair of an inactive and a new record is tried with every way of matching them.
// Nightly: 160 pairs; restore-user.test.ts and inactive-rivals.test.ts hold the rules each day.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { adminBrowser, type Browser } from '../support/browser.ts';
import { forEachEngine } from '../support/engines.ts';
import type { IdentityProvider } from '../support/identity-provider.ts';
import { type Answer, type Instance, startInstance } from '../support/instance.ts';
import { CORE_USER, fresh, PATCH_OP } from '../support/scim.ts';
import { arriveBySso, connectProvider, SSO_ENV } from '../support/sso-sign-in.ts';

const HOLDERS = ['active', 'inactive', 'blocked', 'local', 'break-glass'] as const;
const EQUAL = ['userName', 'spelling', 'work', 'home', 'nothing'] as const;
const FLAGS = [false, true] as const;

interface Case {
  /** What has the externalId; the local and the break-glass user are inactive. */
  readonly holder: (typeof HOLDERS)[number];
  /** What else is equal in the new record; `spelling` is the userName with other white space. */
  readonly equal: (typeof EQUAL)[number];
  readonly isSameCredential: boolean;
  /** The setting "external id alone". */
  readonly isEnough: boolean;
  /** People sign in by externalId. */
  readonly isConnected: boolean;
}

const CASES: readonly Case[] = HOLDERS.flatMap((holder) =>
  EQUAL.flatMap((equal) =>
    FLAGS.flatMap((isSameCredential) =>
      FLAGS.flatMap((isEnough) =>
        FLAGS.map((isConnected) => ({ holder, equal, isSameCredential, isEnough, isConnected })),
      ),
    ),
  ),
);

type Outcome = 'restored' | 'new' | 'user-name-taken' | 'break-glass-user' | 'value-taken';

/** Returns what decision 89 says. */
const outcomeOf = (it: Case): Outcome =>
  it.equal === 'userName' || it.equal === 'spelling' ? outcomeOfNamesake(it) : outcomeOfOther(it);

function outcomeOfNamesake({ holder, isSameCredential, isEnough, isConnected }: Case): Outcome {
  if (holder === 'break-glass') return 'break-glass-user';
  const isMeant = isEnough || (isSameCredential && isConnected);
  return holder === 'inactive' && isMeant ? 'restored' : 'user-name-taken';
}

function outcomeOfOther({ holder, equal, isSameCredential, isEnough, isConnected }: Case): Outcome {
  if (holder === 'active' || holder === 'blocked') return isConnected ? 'value-taken' : 'new';
  const isMeant = isEnough || (isSameCredential && equal === 'work');
  return holder === 'inactive' && isMeant ? 'restored' : 'new';
}

/** Returns the record that has the externalId, and the one that comes with it. */
function recordsOf({ equal }: Case, externalId: string) {
  const type = equal === 'home' ? 'home' : 'work';
  const [userName, value] = [fresh('bo'), `${fresh('bo')}@x.example`];
  const isSameAddress = equal === 'work' || equal === 'home';
  const spellings = { userName: userName.toUpperCase(), spelling: `${userName}\u00a0` };
  const newValue = isSameAddress ? value.toUpperCase() : `${fresh('nu')}@x.example`;
  return {
    old: { userName, externalId, displayName: 'Bo', title: 'Clerk', emails: [{ value, type }] },
    body: {
      userName: equal === 'userName' || equal === 'spelling' ? spellings[equal] : fresh('bo.new'),
      ...{ externalId, displayName: 'Bo Nu', emails: [{ value: newValue, type }] },
    },
  };
}

/** Returns whom single sign-on lets in afterwards: a user's id or the reason why nobody. */
function signsIn(
  { holder }: Case,
  outcome: Outcome,
  ids: { readonly holder: string; readonly answered: string },
): string {
  if (outcome === 'restored') return ids.holder;
  // Two who are active, or blocked by an admin only, are rivals.
  if (outcome === 'new')
    return holder === 'active' || holder === 'blocked' ? 'sso-unknown-person' : ids.answered;
  if (holder === 'active') return ids.holder;
  return holder === 'break-glass' ? 'sso-unknown-person' : 'sso-inactive';
}

function requireAnswer(answer: Answer, outcome: Outcome, holderId: string, what: string): void {
  const code = answer.headers['formstead-error-code'];
  if (code !== undefined) {
    assert.deepEqual([answer.status, code], [409, outcome], `${what}: ${answer.text}`);
    assert.ok(!answer.text.includes(holderId), 'the answer names nobody');
    return;
  }
  const kind = answer.at('id') === holderId ? 'restored' : 'new';
  assert.deepEqual([answer.status, kind], [201, outcome], what);
  const shown = [answer.at('active'), answer.at('displayName'), answer.at('title')];
  assert.deepEqual(shown, [true, 'Bo Nu', undefined], what);
}

forEachEngine((engine) => {
  describe('an inactive twin', () => {
    let node: Instance;
    let admin: Browser;
    let otherToken: string;
    let idp: IdentityProvider;
    let connectionId: string;
    before(async () => {
      node = await startInstance(engine, { env: SSO_ENV });
      admin = await adminBrowser(node);
      const made = await admin.send('POST', '/app/v1/provisioning-tokens', {
        body: { name: 'Other directory', expiresInSeconds: 86_400 },
      });
      otherToken = String(made.at('provisioningToken'));
      ({ idp, connectionId } = await connectProvider(node, { admin }));
    });
    after(async () => {
      idp.close();
      await node.close();
    });

    const deactivate = (id: string) => patchActive(id, false);
    const patchActive = (id: string, value: boolean): Promise<Answer> =>
      node.request('PATCH', `/scim/v2/Users/${id}`, {
        body: { schemas: [PATCH_OP], Operations: [{ op: 'replace', value: { active: value } }] },
      });
    const create = async (body: object, token?: string): Promise<Answer> =>
      await node.request('POST', '/scim/v2/Users', {
        ...(token !== undefined && { token }),
        body: { schemas: [CORE_USER], ...body },
      });
    const set = async (path: string, body: object): Promise<void> => {
      const answer = await admin.send('PATCH', path, { body });
      assert.equal(answer.status, 200, answer.text);
    };
    const setEnough = (restoresByExternalId: boolean) =>
      set('/app/v1/provisioning', { restoresByExternalId });
    const setConnected = (enabled: boolean) =>
      set(`/app/v1/sso-connections/${connectionId}`, { enabled });
    /** Returns the id of the user whom the identity provider signs in with an externalId, or the reason why nobody is. */
    const signedIn = async (oid: string): Promise<unknown> => {
      idp.person = { sub: fresh('sub'), oid };
      const { answer, browser } = await arriveBySso(node, idp, connectionId);
      const problem = new URL(answer.headers['location'] ?? '', node.baseUrl).searchParams;
      if (problem.has('problem')) return problem.get('problem');
      return (await browser.send('GET', '/app/v1/session')).at('user', 'id');
    };
    const addHolder = async (holder: Case['holder'], body: object): Promise<string> => {
      if (holder === 'local' || holder === 'break-glass') {
        const { accountId } = node.account;
        const { db, directory } = node.services;
        const user = await db.transaction((tx) =>
          directory.createUser(
            tx,
            { accountId, via: 'command-line' },
            { attributes: { ...body }, origin: 'local', protected: holder === 'break-glass' },
          ),
        );
        const actor = { accountId, via: 'command-line' } as const;
        await db.transaction((tx) => directory.setActive(tx, actor, user.id, false));
        return user.id;
      }
      const made = await create(body);
      assert.equal(made.status, 201, made.text);
      const id = String(made.at('id'));
      if (holder === 'inactive') assert.equal((await deactivate(id)).status, 200);
      if (holder === 'blocked') await set(`/app/v1/users/${id}`, { blocked: true });
      return id;
    };
    const run = async (it: Case): Promise<void> => {
      const what = JSON.stringify(it);
      const externalId = fresh('00u');
      const { old, body } = recordsOf(it, externalId);
      const id = await addHolder(it.holder, old);
      const answer = await create(body, it.isSameCredential ? undefined : otherToken);
      const outcome = outcomeOf(it);
      const answered = String(answer.at('id'));
      requireAnswer(answer, outcome, id, what);
      // Neither the credential nor the setting changes who signs in.
      if (!it.isSameCredential || it.isEnough) return;
      await setConnected(true);
      const who = await signedIn(externalId);
      assert.equal(who, signsIn(it, outcome, { holder: id, answered }), what);
      await setConnected(it.isConnected);
    };

    for (const isConnected of FLAGS) {
      for (const isEnough of FLAGS) {
        const own = CASES.filter(
          (it) => it.isConnected === isConnected && it.isEnough === isEnough,
        );
        const how = `${isConnected ? 'with' : 'without'} a connection, by ${isEnough ? 'the externalId alone' : 'more than the externalId'}`;
        test(`a POST restores, creates or is refused as decided, and the only active user signs in: ${how}`, async () => {
          await setConnected(isConnected);
          await setEnough(isEnough);
          for (const it of own) await run(it);
          await setEnough(false);
          await setConnected(true);
        });
      }
    }
  });
});
