import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { createPasswords, openBreachedPasswords } from '#directory/index.ts';
import { AppError } from '#kernel/errors.ts';
import { systemRandom } from '#kernel/ids.ts';
import { withCode } from '../../../test/support/directory.ts';
import { loadListedPasswords } from './listed-passwords.ts';

const passwords = createPasswords({ random: systemRandom, cores: 2 });
const NAMES = ['annika@example.com', 'Annika'];
const policyOf = (minLength = 15, of = passwords) =>
  of.policy({ name: 'Acme Turbines', passwordMinLength: { web: minLength, scim: 8 } }, 'web');
const refuses = async (password: string, minLength = 15): Promise<void> => {
  const policy = await policyOf(minLength);
  assert.throws(
    () => policy.check(password, NAMES),
    withCode('password-policy', 'password'),
    password,
  );
};
const accepts = async (password: string, minLength = 15): Promise<void> =>
  (await policyOf(minLength)).check(password, NAMES);

test('check 19: the stored hash is argon2id at the floor of OWASP or above, salted each time', async () => {
  const hash = await passwords.hash('correct horse');
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.notEqual(await passwords.hash('correct horse'), hash);
  assert.equal(await passwords.verify(hash, 'correct horse'), true);
  assert.equal(await passwords.verify(hash, 'correct Horse'), false);
});

test('check 22: a password set decomposed signs in when typed composed', async () => {
  const hash = await passwords.hash('Ju\u0308rgen und Zoe\u0308');
  assert.equal(await passwords.verify(hash, 'J\u00fcrgen und Zo\u00eb'), true);
});

test('check 22: 256 characters of any script pass whole; longer ones are refused and match nothing', async () => {
  const longest = '🙂'.repeat(256);
  const hash = await passwords.hash(longest);
  assert.equal(await passwords.verify(hash, longest), true);
  assert.equal(await passwords.verify(hash, longest.slice(2)), false);
  for (const bad of [`${longest}x`, 'x'.repeat(257), 'x'.repeat(10_000_000), 'a\0b', '\ud800']) {
    await assert.rejects(passwords.hash(bad), withCode('password-policy', 'password'));
    assert.equal(await passwords.verify(hash, bad), false);
  }
});

test('the same password again is no change', async () => {
  const hash = await passwords.hash('correct horse');
  assert.equal(await passwords.renew(hash, 'correct horse'), undefined);
  const other = await passwords.renew(hash, 'another horse');
  assert.equal(await passwords.verify(other, 'another horse'), true);
  assert.ok(await passwords.renew(undefined, 'correct horse'));
});

test('check 23: one core hashes and 64 wait, for users who are there or not; the next hears that the service is busy', async () => {
  for (const stored of [undefined, await passwords.hash('correct horse')]) {
    const all = Array.from({ length: 80 }, () => passwords.verify(stored, 'x'));
    const results = await Promise.allSettled(all);
    const busy = results.filter((result) => result.status === 'rejected');
    assert.equal(busy.length, 15);
    for (const { reason } of busy) {
      assert.ok(reason instanceof AppError);
      assert.deepEqual([reason.status, reason.headers['Retry-After']], [503, '1']);
    }
    assert.equal(await passwords.verify(stored, 'x'), false);
  }
});

test('check 23: an account that sets many passwords keeps neither sign-ins nor another account waiting', async () => {
  const stored = await passwords.hash('correct horse');
  let done = 0;
  const all = Array.from({ length: 70 }, async () => {
    await passwords.rehash('x', 'loud');
    done += 1;
  });
  const flood = Promise.allSettled(all);
  assert.equal(await passwords.verify(stored, 'correct horse'), true);
  await passwords.renew(stored, 'another horse', 'calm');
  assert.ok(done < 20, `${done} came before`);
  assert.equal((await flood).filter(({ status }) => status === 'rejected').length, 5);
});

test('check 22: 14 characters are too few, 15 do, 8 over SCIM; characters are counted, not bytes', async () => {
  await refuses('gH7 wq2 LpX 9z');
  await accepts('gH7 wq2 LpX 9zK');
  await refuses('k3J9x!q', 8);
  await accepts('k3J9x!qw', 8);
  await refuses('漢字仮名交文漢字仮名交文漢字');
  await accepts('山川海空風雲雨雪花鳥月星火水木');
  await accepts('N3w-Passw0rd!8fk2p0', 8);
  await accepts('gH7 wq2 LpX 9zK'.repeat(4) + '#'.repeat(4));
  const account = { name: 'Acme', passwordMinLength: { web: 20, scim: 12 } };
  for (const [way, length] of [
    ['web', 20],
    ['scim', 12],
  ] as const) {
    const policy = await passwords.policy(account, way);
    const long = 'gH7wq2LpX9zKtRw4vB8n'.slice(0, length);
    policy.check(long, []);
    assert.throws(
      () => policy.check(long.slice(1), []),
      (error: unknown) =>
        error instanceof AppError && error.detail.includes(`at least ${length} characters`),
    );
  }
});

test('check 22: the 3,000 most used passwords are refused, and what guessing programs make of them', async () => {
  const listed = [...(await loadListedPasswords())];
  assert.ok(listed.length > 49_000, `${listed.length} passwords`);
  const policy = await policyOf(8);
  const isRefused = (password: string) => {
    assert.throws(() => policy.check(password, []), withCode('password-policy'), password);
  };
  for (const password of listed.slice(0, 3000)) isRefused(password);
  for (const word of listed.filter((text) => /^[a-z]{8,}$/.test(text)).slice(0, 200)) {
    const first = `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
    for (const made of [
      first,
      `${first}1!`,
      `${word}2026`,
      `2026${word}`,
      `!!${word}!!`,
      `${word}${word}`,
      [...word].reverse().join(''),
      word.replaceAll('a', '@').replaceAll('o', '0').replaceAll('e', '3'),
      `${word}sunshine`,
    ]) {
      isRefused(made);
    }
  }
});

test('check 22: common words, names, repeats and sequences do not make a password longer', async () => {
  for (const password of [
    'passwordpassword',
    'Password123456789',
    'aaaaaaaaaaaaaaaaaaaa',
    '12345678901234567890',
    'abcdefghijklmnopqrst',
    'zyxwvutsrqponmlkjihg',
    'xK9xK9xK9xK9xK9xK9',
    'qwertyuiop123456',
    'annika@example.com',
    'Annika Annika 2026',
    'acmeturbines2026!',
    'Formstead Formstead',
    'iloveyousunshine!!',
    'basketball hockey 7',
    'correct horse battery staple',
  ]) {
    await refuses(password);
  }
  for (const password of [
    'four unrelated garden tools',
    'my password is a fish on a bike',
    '839 201 748 392 017',
  ]) {
    await accepts(password);
  }
  const here = createPasswords({
    random: systemRandom,
    cores: 2,
    siteNames: ['intranet.firm.dk'],
  });
  const policy = await policyOf(8, here);
  assert.throws(() => policy.check('Intranet-Firm 1', []), withCode('password-policy'));
});

test('a file of breached passwords is looked up on disk; without it nothing is', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'formstead-breached-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'pwned.txt');
  const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();
  const known = Array.from({ length: 2000 }, (_, i) => `breached password no ${i}, å`);
  const lines = known.map((text, i) => `${sha1(text)}:${i % 7 === 0 ? 123_456 : 3}`).sort();
  for (const [text, size] of [
    [lines.join('\r\n'), lines.length],
    [`${lines.slice(0, 3).join('\n')}\n`, 3],
  ] as const) {
    await writeFile(file, text);
    const breached = await openBreachedPasswords(file);
    const found = await Promise.all(known.map((password) => breached.has(password)));
    assert.equal(found.filter(Boolean).length, size);
    assert.equal(await breached.has('another one'), false);
  }
  const checked = createPasswords({
    random: systemRandom,
    cores: 2,
    breached: await openBreachedPasswords(file),
  });
  const [bad = ''] = known.filter((text) =>
    lines.slice(0, 3).some((l) => l.startsWith(sha1(text))),
  );
  await assert.rejects(
    checked.hash(bad.normalize('NFD')),
    (error: unknown) => error instanceof AppError && /appeared in a data breach/.test(error.detail),
  );
  assert.ok(await passwords.hash(bad));
  // A user who has this password already may go on signing in.
  assert.equal(await checked.verify(await checked.rehash(bad), bad), true);
  await rm(file);
  await assert.rejects(checked.hash('another one'), withCode('storage-unavailable'));
  await assert.rejects(openBreachedPasswords(file), /ENOENT/);
  await writeFile(file, '8846F7EAEE8FB117AD06BDD830B7586C:1\n');
  await assert.rejects(openBreachedPasswords(file), /is not a SHA-1/);
});

test('check 19: costs can be raised, never below the floor, and a cheaper hash is outdated then', async () => {
  const cost = { memoryKib: 20_000, passes: 3 };
  const dearer = createPasswords({ random: systemRandom, cores: 2, cost });
  const old = await passwords.hash('correct horse');
  const renewed = await dearer.rehash('correct horse');
  assert.match(renewed, /^\$argon2id\$v=19\$m=20000,t=3,p=1\$/);
  assert.equal(await dearer.verify(old, 'correct horse'), true);
  assert.equal(await passwords.verify(renewed, 'correct horse'), true);
  assert.deepEqual([dearer.isOutdated(old), dearer.isOutdated(renewed)], [true, false]);
  assert.deepEqual([passwords.isOutdated(old), passwords.isOutdated(renewed)], [false, false]);
  assert.equal(passwords.isOutdated('$2b$10$abcdefghijklmnopqrstuv'), true);
  const cheap = createPasswords({
    random: systemRandom,
    cores: 2,
    cost: { memoryKib: 1024, passes: 1 },
  });
  assert.match(await cheap.hash('correct horse'), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('any random password of enough characters is accepted, whatever its alphabet', async () => {
  const policy = await policyOf();
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 12, maxLength: 60 }), (seed) => {
      // Bytes as a generator gives them: shrunk ones such as 000… are repeats, and refused.
      fc.pre(new Set(seed).size >= 11);
      policy.check(Buffer.from(seed).toString('base64'), NAMES);
    }),
  );
});
