// Sign-in with an e-mail address that only one user has, on the sign-in screen and with Basic.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../../test/support/instance.ts';
import { fresh } from '../../test/support/scim.ts';

const PASSWORD = 'four green kettles in march';
const OTHER = 'nine calm owls over rooftops';

forEachEngine((engine) => {
  let node: Instance;
  before(async () => {
    node = await startInstance(engine);
  });
  after(() => node.close());

  const addPerson = async (person: {
    readonly userName?: string;
    readonly emails?: readonly string[];
    readonly password?: string;
    readonly active?: boolean;
  }) => {
    const { userName = fresh('person'), emails = [], password = PASSWORD, active = true } = person;
    const body = { userName, password, active, emails: emails.map((value) => ({ value })) };
    const answer = await node.request('POST', '/scim/v2/Users', { body });
    assert.equal(answer.status, 201, answer.text);
    return { id: String(answer.at('id')), userName };
  };
  const onPage = (name: string, password: string) => openBrowser(node).signIn(name, password);
  const byBasic = (name: string, password: string) => {
    const text = Buffer.from(`${name}:${password}`).toString('base64');
    const headers = { authorization: `Basic ${text}` };
    return node.request('GET', '/v2/formz', { token: null, headers });
  };
  /** Returns the user id that sign-in gives, after checking that Basic agrees; undefined when it is refused. */
  const signIn = async (name: string, password = PASSWORD): Promise<unknown> => {
    const page = await onPage(name, password);
    const basic = await byBasic(name, password);
    assert.equal(basic.status === 200, page.status === 201, `${page.text} ${basic.text}`);
    return page.status === 201 ? page.at('user', 'id') : undefined;
  };
  const refusalOf = async (name: string, password = PASSWORD) => {
    const [page, basic] = [await onPage(name, password), await byBasic(name, password)];
    return [page, basic].map(({ status, text }) => [
      status,
      text.replace(/"requestId":"[^"]*"/, ''),
    ]);
  };

  test('an address signs in whoever has it, in any case, with the code too, and the one of before no more', async () => {
    const address = `${fresh('Ada')}@Mail.example`;
    const { id } = await addPerson({ emails: ['ada@home.example', address] });
    for (const name of [address, address.toUpperCase(), `acme/${address}`, 'ada@home.example']) {
      assert.equal(await signIn(name), id, name);
    }
    assert.equal(await signIn(address, OTHER), undefined);
    const moved = `${fresh('moved')}@mail.example`;
    const change = { op: 'replace', path: 'emails', value: [{ value: moved }] };
    const path = `/scim/v2/Users/${id}`;
    assert.equal(
      (await node.request('PATCH', path, { body: { Operations: [change] } })).status,
      200,
    );
    assert.equal(await signIn(moved), id);
    assert.equal(await signIn(address), undefined);
  });

  test('two people with one address are neither, and say no more than a name that nobody has', async () => {
    const address = `${fresh('shared')}@mail.example`;
    const one = await addPerson({ emails: [address] });
    assert.equal(await signIn(address), one.id);
    const two = await addPerson({ emails: [address], password: OTHER });
    const unknown = await refusalOf(`${fresh('nobody')}@mail.example`);
    assert.deepEqual(await refusalOf(address), unknown);
    assert.deepEqual(await refusalOf(address, OTHER), unknown);
    assert.deepEqual(await refusalOf(`acme/${address}`), unknown);
    assert.equal(await signIn(one.userName), one.id);
    const body = { userName: two.userName, active: false, emails: [{ value: address }] };
    await node.request('PUT', `/scim/v2/Users/${two.id}`, { body });
    assert.equal(await signIn(address), one.id, 'who may not sign in is in nobody’s way');
  });

  test('an address that many people have is nobody’s, however many of them may not sign in', async () => {
    const address = `${fresh('office')}@mail.example`;
    const { id } = await addPerson({ emails: [address] });
    for (let i = 0; i < 9; i += 1) await addPerson({ emails: [address], active: false });
    assert.equal(await signIn(address), id);
    await addPerson({ emails: [address], active: false });
    assert.equal(await signIn(address), undefined);
  });

  test('nobody takes the user name of somebody else by having it as an address', async () => {
    const name = `${fresh('zoe')}@mail.example`;
    const thief = await addPerson({ emails: [name], password: OTHER });
    assert.equal(await signIn(name, OTHER), thief.id);
    const owner = await addPerson({ userName: name });
    assert.equal(await signIn(name), owner.id);
    assert.equal(await signIn(name, OTHER), undefined);
  });

  test('an address that somebody has twice is theirs', async () => {
    const address = `${fresh('twice')}@mail.example`;
    const emails = [address, address.toUpperCase()];
    const { id } = await addPerson({ emails });
    assert.equal(await signIn(address), id);
  });

  // This is the last test, because the second organisation stays.
  test('with a second organisation an address of one of them works, and one of both asks for the code', async () => {
    const [mine, both, theirs] = ['mine', 'both', 'theirs'].map(
      (it) => `${fresh(it)}@mail.example`,
    );
    assert.ok(mine && both && theirs);
    const me = await addPerson({ emails: [mine, both] });
    const { accountId, accountCode } = await node.addAccount('Other');
    const { db, directory, passwords } = node.services;
    const passwordHash = await passwords.hash(OTHER);
    const add = (userName: string, emails: readonly string[]) =>
      db.transaction((tx) =>
        directory.createUser(
          tx,
          { accountId, via: 'command-line' },
          {
            attributes: { userName, active: true, emails: emails.map((value) => ({ value })) },
            origin: 'local',
            passwordHash,
          },
        ),
      );
    const other = await add(fresh('other'), [both, theirs]);
    assert.equal(await signIn(mine), me.id);
    assert.equal(await signIn(theirs, OTHER), other.id);
    const unknown = await refusalOf('nobody@mail.example');
    assert.match(JSON.stringify(unknown), /put the code of yours before it: code\/userName/);
    assert.deepEqual(await refusalOf(both), unknown);
    assert.deepEqual(await refusalOf(both, OTHER), unknown);
    assert.equal(await signIn(`acme/${both}`), me.id);
    assert.equal(await signIn(`${accountCode}/${both}`, OTHER), other.id);
    assert.equal(await signIn(`${accountCode}/${mine}`), undefined);
    // A user name of the other organisation has precedence over an e-mail address of this one.
    await add(mine, []);
    assert.equal(await signIn(mine), undefined);
    assert.equal(await signIn(`acme/${mine}`), me.id);
    assert.equal((await onPage(`${accountCode}/admin`, ADMIN_PASSWORD)).status, 201);
  });
});
