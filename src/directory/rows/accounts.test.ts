import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { openDirectory, type TestDirectory, withCode } from '../../../test/support/directory.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { codeFromName } from './accounts.store.ts';

test('every name gives a code of two to twenty Latin letters and digits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) =>
      /^[a-z0-9]{2,20}$/.test(codeFromName(name)),
    ),
  );
  assert.equal(codeFromName('Ærø Kommune, Teknik & Miljø'), 'rkommuneteknikmilj');
  assert.equal(codeFromName('Café 21'), 'cafe21');
  assert.equal(codeFromName('株式会社'), 'account');
});

forEachEngine((engine) => {
  let d: TestDirectory;
  before(async () => {
    d = await openDirectory(engine);
  });
  after(() => d.close());

  const add = (name: string) => d.write((tx) => d.directory.createAccount(tx, { name }));

  test('accounts of one name get different codes, of twenty characters at most', async () => {
    const name = 'Organisation of Organisations';
    const all = await Promise.all(Array.from({ length: 12 }, () => add(name)));
    const codes = all.map(({ code }) => code);
    assert.equal(new Set(codes).size, 12);
    assert.ok(codes.includes('organisationoforgani') && codes.includes('organisationoforga12'));
    for (const { id, code } of all) {
      const account = await d.directory.readAccount(d.db.reader, id);
      assert.deepEqual(account, {
        id,
        code,
        name,
        active: true,
        basicAllowed: true,
        passwordMinLength: { web: 15, scim: 8 },
        timeZone: 'UTC',
        ssoOnly: false,
        createdAt: d.clock.now(),
      });
      assert.deepEqual(await d.directory.findAccountByCode(d.db.reader, code), account);
    }
    const list = await d.directory.listAccounts(d.db.reader);
    assert.equal(list.length, 13);
    assert.equal(await d.directory.countAccounts(d.db.reader), 3, 'or more');
    assert.deepEqual(
      list.map(({ code }) => code),
      [...codes, d.account.code].sort(),
    );
    assert.equal(await d.directory.findAccountByCode(d.db.reader, 'nobody'), undefined);
    assert.equal(await d.directory.readAccount(d.db.reader, 'nobody'), undefined);
  });

  test('an account needs a name', async () => {
    await assert.rejects(add('  '), withCode('invalid-value', 'name'));
    await assert.rejects(add('x'.repeat(513)), withCode('invalid-value', 'name'));
  });

  test('who signs in is found by code, or by a bare name that one account has', async () => {
    const alone = await openDirectory(engine);
    const find = async (name: string) =>
      (await alone.directory.findSignIn(alone.db.reader, name)).account?.user;
    try {
      const user = await alone.addUser(
        { userName: 'Team/Ann' },
        { passwordHash: '$argon2id$x', role: 'designer' },
      );
      const expected = {
        accountId: alone.account.id,
        accountCode: 'acme',
        accountActive: true,
        basicAllowed: true,
        bySsoOnly: false,
        userId: user.id,
        userActive: true,
        role: 'designer',
        stamp: user.stamp,
        passwordHash: '$argon2id$x',
        secondFactor: { hasTotp: false, hasPasskey: false, requiredFrom: undefined },
      };
      for (const name of ['team/ANN', 'acme/team/ann', 'ACME/team/ann'])
        assert.deepEqual(await find(name), expected);
      for (const name of ['ann', 'acme/ann', '', '/', 'acme/', 'a\0', '\ud800']) {
        assert.equal(await find(name), undefined);
      }
      const second = await alone.write((tx) =>
        alone.directory.createAccount(tx, { name: 'Second' }),
      );
      const elsewhere = (userName: string, active: boolean) =>
        alone.write((tx) =>
          alone.directory.createUser(
            tx,
            { accountId: second.id, via: 'command-line' },
            { attributes: { userName, active }, origin: 'local' },
          ),
        );
      assert.deepEqual(await find('team/ann'), expected);
      const bob = await elsewhere('Bob', true);
      assert.equal((await find('bob'))?.userId, bob.id);
      // A user who may not sign in does not hide another one.
      await elsewhere('TEAM/ANN', false);
      assert.deepEqual(await find('team/ann'), expected);
      const twin = await alone.addUser({ userName: 'bob' });
      assert.equal(await find('bob'), undefined);
      assert.equal((await find('acme/bob'))?.userId, twin.id);
      assert.equal((await find('second/bob'))?.userId, bob.id);
      assert.equal(await find('nobody'), undefined);
    } finally {
      await alone.close();
    }
  });
});
