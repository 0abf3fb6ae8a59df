import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createAudit } from '#audit/index.ts';
import { readSettings } from '#config/settings.ts';
import type { Database } from '#db/database.ts';
import { createPasswords, type Passwords } from '#directory/index.ts';
import type { Principal } from '#http/principal.ts';
import { systemRandom } from '#kernel/ids.ts';
import {
  createBasicAuthenticator,
  createPasswordCheck,
  createSignInThrottle,
} from '#sign-in/index.ts';
import { spyOn } from '../../../test/support/credentials.ts';
import { openDirectory, type TestDirectory, withCode } from '../../../test/support/directory.ts';
import { forEachEngine } from '../../../test/support/engines.ts';

const SECONDS = 1000;
const basic = (text: string) => Buffer.from(text).toString('base64');
const refused = withCode('credentials-invalid');

forEachEngine((engine) => {
  let d: TestDirectory;
  let hashes = 0;
  let passwords: Passwords;
  let noted: string[] = [];
  let addresses = 0;
  let authenticate: (credentials: string, db?: Database) => Promise<Principal>;
  const fresh = () => {
    const passwordCheck = createPasswordCheck({
      ...d,
      // The real check with a counter, because the test of a cache must see which checks were skipped.
      passwords: {
        ...passwords,
        verify: (hash, password) => {
          hashes += 1;
          return passwords.verify(hash, password);
        },
      },
      onError: assert.ifError,
    });
    const signInRecorder = {
      usedBasic: ({ userId }: { userId: string }) => void noted.push(userId),
      refused: () => undefined,
    };
    const signInThrottle = createSignInThrottle({
      ...d,
      audit: createAudit(d),
      settings: readSettings({}).limits.failures,
    });
    const deps = { ...d, random: systemRandom, passwordCheck, signInRecorder, signInThrottle };
    const usual = createBasicAuthenticator(deps);
    // Each request comes from a new address, because the throttle has tests of its own.
    return (credentials: string, db?: Database) => {
      addresses += 1;
      const ip = `192.0.${addresses >> 8}.${addresses & 255}`;
      const authenticator = db ? createBasicAuthenticator({ ...deps, db }) : usual;
      return authenticator(credentials, { ip, agent: undefined });
    };
  };
  before(async () => {
    d = await openDirectory(engine);
    passwords = createPasswords({ random: systemRandom, cores: 2 });
    authenticate = fresh();
  });
  after(() => d.close());

  const add = async (
    password: string,
    userName = d.freshName(),
    addresses: readonly string[] = [],
  ) =>
    await d.addUser(
      { userName, emails: addresses.map((value) => ({ value })) },
      { passwordHash: await passwords.hash(password) },
    );
  const hashesOf = async (work: () => Promise<unknown>): Promise<number> => {
    const before = hashes;
    await work();
    return hashes - before;
  };

  test('the right password signs in by bare name and by code, in any letter case of the name', async () => {
    const user = await add('pass:with:colons 🙂', 'Zoë/Ann');
    for (const name of ['Zoë/Ann', 'zoë/ann', 'acme/ZOË/ann']) {
      assert.deepEqual(await authenticate(basic(`${name}:pass:with:colons 🙂`)), {
        kind: 'user',
        accountId: d.account.id,
        accountCode: 'acme',
        userId: user.id,
        role: 'member',
        scheme: 'Basic',
      });
    }
  });

  test('check 24: whatever is wrong is the same refusal, after the same query and the same one hash', async () => {
    const right = await add('right');
    await add('right', d.freshName(), [`${right.userName}@x.example`]);
    const bare = await d.addUser();
    const inactive = await add('right');
    await d.putUser(inactive.id, { userName: inactive.userName, active: false });
    const details = new Set<string>();
    const asked = new Set<string>();
    noted = [];
    for (const text of [
      `${right.userName}:wrong`,
      `${right.userName}:`,
      'nobody:right',
      `other/${right.userName}:right`,
      `acme/${right.userName}:wrong`,
      'acme/nobody:right',
      `${right.userName}@x.example:wrong`,
      `acme/${right.userName}@x.example:wrong`,
      `${bare.userName}:`,
      `${bare.userName}:right`,
      `${inactive.userName}:right`,
    ]) {
      const { reader, queries } = spyOn(d.db.reader);
      const work = () =>
        assert.rejects(authenticate(basic(text), { ...d.db, reader }), (error: unknown) => {
          if (error instanceof Error) details.add(error.message);
          return refused(error);
        });
      assert.equal(await hashesOf(work), 1, text);
      assert.equal(queries.length, 1);
      asked.add(`${text.includes('/')} ${queries[0]?.sql}`);
    }
    assert.equal(details.size, 1);
    assert.equal(asked.size, 2, 'one query for names with a slash, one for others');
    assert.deepEqual(noted, []);
  });

  test('check 24: without a password nobody gets in, whatever is sent, not even an empty one', async () => {
    const bare = await d.addUser();
    for (const password of ['', 'null', 'undefined', '\0', bare.id, bare.userName]) {
      await assert.rejects(authenticate(basic(`${bare.userName}:${password}`)), refused);
    }
  });

  test('of who may not sign in nothing is remembered, or a quick answer would tell the password', async () => {
    const user = await add('right');
    const sign = () => authenticate(basic(`${user.userName}:right`));
    await sign();
    await d.putUser(user.id, { userName: user.userName, active: false });
    for (let i = 0; i < 2; i += 1) {
      assert.equal(await hashesOf(() => assert.rejects(sign(), refused)), 1);
    }
  });

  test('what is not Base64 of UTF-8 with a colon is refused without a hash', async () => {
    const bytes = (...all: number[]) => Buffer.from(all).toString('base64');
    for (const text of [
      '',
      'a',
      '%%%',
      'YTpi YTpi',
      basic('nocolon'),
      basic(':x'),
      bytes(0xff, 0x3a),
    ]) {
      assert.equal(await hashesOf(() => assert.rejects(authenticate(text), refused)), 0);
    }
    await assert.rejects(authenticate(basic('a\0b:x')), refused);
    await assert.rejects(authenticate(basic(`a:${'x'.repeat(20_000)}`)), refused);
  });

  test('a success is remembered for a minute of use, five at most; a failure never', async () => {
    const { userName } = await add('right');
    const sign = () => authenticate(basic(`${userName}:right`));
    assert.equal(await hashesOf(sign), 1);
    for (let i = 0; i < 5; i += 1) {
      d.clock.advance(59 * SECONDS);
      assert.equal(await hashesOf(sign), 0);
    }
    d.clock.advance(6 * SECONDS);
    assert.equal(await hashesOf(sign), 1, 'five minutes after the hash');
    d.clock.advance(60 * SECONDS);
    assert.equal(await hashesOf(sign), 1, 'a minute without use');
    const wrong = () => assert.rejects(authenticate(basic(`${userName}:wrong`)), refused);
    assert.equal(await hashesOf(wrong), 1);
    assert.equal(await hashesOf(wrong), 1);
    // The cache does not match another user with the same password.
    const { userName: other } = await add('right');
    assert.equal(await hashesOf(() => authenticate(basic(`${other}:right`))), 1);
  });

  test('check 20: a new password, a deactivation or Basic turned off hold on the very next request', async () => {
    const user = await add('right');
    const sign = () => authenticate(basic(`${user.userName}:right`));
    await sign();
    const setHash = async (password: string) => {
      const hash = await passwords.hash(password);
      await d.write((tx) => d.directory.setPasswordHash(tx, d.actor('api'), user.id, hash));
    };
    await setHash('other');
    await assert.rejects(sign(), refused);
    await setHash('right');
    await sign();
    const setActive = (active: boolean) => d.putUser(user.id, { userName: user.userName, active });
    await setActive(false);
    await assert.rejects(sign(), refused);
    await setActive(true);
    await sign();
    const allow = (allowed: boolean) =>
      d.write((tx) => d.directory.setBasicAllowed(tx, d.actor('api'), allowed));
    await allow(false);
    const off = withCode('basic-off');
    assert.equal(await hashesOf(() => assert.rejects(sign(), off)), 0);
    // The refusal is the same for every user: it tells about the account, and nothing about its users.
    await assert.rejects(authenticate(basic(`${user.userName}:wrong`)), off);
    await assert.rejects(authenticate(basic('acme/nobody:right')), off);
    await allow(true);
    await sign();
    await d.write((tx) => d.directory.removeUser(tx, d.actor(), user.id, { visibility: 'all' }));
    await assert.rejects(sign(), refused);
  });

  test('with a second account a bare name works until somebody there has it too', async () => {
    const user = await add('right');
    const name = user.userName;
    const second = await d.write((tx) => d.directory.createAccount(tx, { name: 'Second' }));
    assert.equal((await authenticate(basic(`${name}:right`))).userId, user.id);
    await assert.rejects(authenticate(basic(`second/${name}:right`)), refused);
    const passwordHash = await passwords.hash('right');
    await d.write((tx) =>
      d.directory.createUser(
        tx,
        { accountId: second.id, via: 'command-line' },
        { attributes: { userName: name.toUpperCase() }, origin: 'local', passwordHash },
      ),
    );
    noted = [];
    await assert.rejects(authenticate(basic(`${name}:right`)), refused);
    assert.equal((await authenticate(basic(`acme/${name}:right`))).userId, user.id);
    assert.deepEqual(noted, [user.id]);
  });

  test('a name that nobody has, one that two have and a wrong password cost the same work', async () => {
    const { userName } = await add('right');
    const second = await d.write((tx) => d.directory.createAccount(tx, { name: 'Twins' }));
    const passwordHash = await passwords.hash('right');
    const twin = `twin of ${userName}`;
    for (const accountId of [d.account.id, second.id]) {
      await d.write((tx) =>
        d.directory.createUser(
          tx,
          { accountId, via: 'command-line' },
          { attributes: { userName: twin }, origin: 'local', passwordHash },
        ),
      );
    }
    const address = `${userName}@x.example`;
    await add('right', d.freshName(), [address]);
    for (const name of [userName, twin, `nobody like ${userName}`, address, `no ${address}`]) {
      hashes = 0;
      await assert.rejects(authenticate(basic(`${name}:wrong`)), refused);
      assert.equal(hashes, 1, name);
    }
  });

  test('check 23: more wrong passwords than may wait are told that the service is busy', async () => {
    const { userName } = await add('right');
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, () => authenticate(basic(`acme/${userName}:wrong`))),
    );
    const codes = results.map((result) =>
      result.status === 'rejected' && withCode('busy')(result.reason) ? 'busy' : 'refused',
    );
    const busy = codes.filter((code) => code === 'busy').length;
    // On PostgreSQL, users are read one after another while the first hashes are already computed.
    assert.ok(busy >= 1 && busy <= 35, `${busy} busy`);
  });
});
