import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createPasswords } from '#directory/index.ts';
import { systemRandom } from '#kernel/ids.ts';
import { createPasswordCheck } from '#sign-in/index.ts';
import { openDirectory, type TestDirectory } from '../../../test/support/directory.ts';
import { forEachEngine } from '../../../test/support/engines.ts';

const PASSWORD = 'four grey herons: wait';
const cheap = createPasswords({ random: systemRandom, cores: 2 });
const dear = createPasswords({
  random: systemRandom,
  cores: 2,
  cost: { memoryKib: 20_480, passes: 2 },
});

forEachEngine((engine) => {
  let d: TestDirectory;
  before(async () => {
    d = await openDirectory(engine);
  });
  after(() => d.close());

  const addUser = async () =>
    d.addUser({ userName: d.freshName() }, { passwordHash: await cheap.hash(PASSWORD) });
  const signInOf = async (userName: string) => {
    const user = (await d.directory.findSignIn(d.db.reader, userName)).account?.user;
    assert.ok(user);
    return user;
  };
  const errors: unknown[] = [];
  const checkWith = (passwords: typeof dear) =>
    createPasswordCheck({ ...d, passwords, onError: (error) => errors.push(error) });

  test('check 19: when costs rise, the next right password is hashed anew; nothing of the user ends or changes', async () => {
    const user = await addUser();
    const before = await signInOf(user.userName);
    const check = checkWith(dear);
    assert.equal(await check.isRight(before, 'wrong'), false);
    await check.close();
    assert.deepEqual(await signInOf(user.userName), before);

    const all = await Promise.all([1, 2, 3].map(() => check.isRight(before, PASSWORD)));
    assert.deepEqual(all, [true, true, true]);
    await check.close();
    const after = await signInOf(user.userName);
    assert.match(after.passwordHash ?? '', /^\$argon2id\$v=19\$m=20480,t=2,p=1\$/);
    assert.deepEqual({ ...after, passwordHash: undefined }, { ...before, passwordHash: undefined });
    const read = await d.directory.readUser(d.db.reader, d.account.id, user.id, 'all');
    assert.deepEqual(
      [read?.version, read?.stamp, read?.updatedAt],
      [1, user.stamp, user.updatedAt],
    );

    assert.equal(await check.isRight(after, PASSWORD), true);
    await checkWith(cheap).isRight(after, PASSWORD);
    await check.close();
    assert.equal(
      (await signInOf(user.userName)).passwordHash,
      after.passwordHash,
      'once, and never down',
    );
    assert.deepEqual(errors, []);
  });

  test('check 19: a password that is changed meanwhile stays changed', async () => {
    const user = await addUser();
    const before = await signInOf(user.userName);
    const other = await cheap.hash('seven ochre kites; rise');
    const check = createPasswordCheck({
      ...d,
      passwords: {
        ...dear,
        async rehash(password) {
          const made = await dear.rehash(password);
          await d.write((tx) => d.directory.setPasswordHash(tx, d.actor('api'), user.id, other));
          return made;
        },
      },
      onError: (error) => errors.push(error),
    });
    assert.equal(await check.isRight(before, PASSWORD), true);
    await check.close();
    assert.equal((await signInOf(user.userName)).passwordHash, other);
    assert.deepEqual(errors, []);
  });

  test('check 24: nobody, and who has no password, are never right', async () => {
    const bare = await d.addUser();
    const check = checkWith(cheap);
    assert.equal(await check.isRight(undefined, PASSWORD), false);
    assert.equal(await check.isRight(await signInOf(bare.userName), ''), false);
  });
});
