import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AppError } from '#kernel/errors.ts';
import { systemRandom } from '#kernel/ids.ts';
import { withCode } from '../../test/support/directory.ts';
import { createPasswords } from './index.ts';

const passwords = createPasswords({ random: systemRandom, cores: 2 });
const context = { userName: 'annika@example.com', accountName: 'Acme Turbines', minLength: 15 };

test('the stored hash is argon2id at the floor of OWASP or above, salted each time', async () => {
  const hash = await passwords.hash('correct horse');
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.notEqual(await passwords.hash('correct horse'), hash);
  assert.equal(await passwords.verify(hash, 'correct horse'), true);
  assert.equal(await passwords.verify(hash, 'correct Horse'), false);
});

test('a password set decomposed signs in when typed composed', async () => {
  const hash = await passwords.hash('Ju\u0308rgen und Zoe\u0308');
  assert.equal(await passwords.verify(hash, 'J\u00fcrgen und Zo\u00eb'), true);
});

test('256 characters of any script pass whole; longer ones are refused and match nothing', async () => {
  const longest = '🙂'.repeat(256);
  const hash = await passwords.hash(longest);
  assert.equal(await passwords.verify(hash, longest), true);
  assert.equal(await passwords.verify(hash, longest.slice(2)), false);
  for (const bad of [`${longest}x`, 'x'.repeat(257), 'x'.repeat(10_000_000), 'a\0b', '\ud800']) {
    await assert.rejects(passwords.hash(bad), withCode('password-policy', 'password'));
    assert.equal(await passwords.verify(hash, bad), false);
  }
});

test('nobody has no password: no hash never verifies, and costs the same', async () => {
  const hash = await passwords.hash('correct horse');
  const time = async (stored: string | undefined): Promise<number> => {
    const from = performance.now();
    assert.equal(await passwords.verify(stored, 'wrong'), false);
    return performance.now() - from;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let i = 0; i < 40; i += 1) {
    known.push(await time(hash));
    unknown.push(await time(undefined));
  }
  const median = (times: number[]) => times.sort((a, b) => a - b)[times.length / 2] ?? 0;
  const ratio = median(known) / median(unknown);
  assert.ok(ratio > 0.7 && ratio < 1.4, `ratio ${ratio}`);
});

test('the same password again is no change', async () => {
  const hash = await passwords.hash('correct horse');
  assert.equal(await passwords.renew(hash, 'correct horse'), undefined);
  const other = await passwords.renew(hash, 'another horse');
  assert.equal(await passwords.verify(other, 'another horse'), true);
  assert.ok(await passwords.renew(undefined, 'correct horse'));
});

test('one core hashes and 64 wait; the next hears at once that the service is busy', async () => {
  const all = Array.from({ length: 80 }, () => passwords.verify(undefined, 'x'));
  const results = await Promise.allSettled(all);
  const busy = results.filter((result) => result.status === 'rejected');
  assert.equal(busy.length, 15);
  for (const { reason } of busy) {
    assert.ok(reason instanceof AppError);
    assert.deepEqual([reason.status, reason.headers['Retry-After']], [503, '1']);
  }
  assert.equal(await passwords.verify(undefined, 'x'), false);
});

test('14 characters are too few, 15 do, 8 over SCIM; characters are counted, not bytes', () => {
  const refuse = (password: string, minLength = 15) =>
    assert.throws(
      () => passwords.checkPolicy(password, { ...context, minLength }),
      withCode('password-policy', 'password'),
    );
  const accept = (password: string, minLength = 15) =>
    passwords.checkPolicy(password, { ...context, minLength });
  refuse('gH7 wq2 LpX 9z');
  accept('gH7 wq2 LpX 9zK');
  refuse('k3J9x!q', 8);
  accept('k3J9x!qw', 8);
  refuse('漢字仮名交文漢字仮名交文漢字');
  accept('山川海空風雲雨雪花鳥月星火水木');
  accept('N3w-Passw0rd!8fk2p0', 8);
});

test('common words, names, repeats and sequences do not make a password longer', () => {
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
    'correct horse battery staple',
  ]) {
    assert.throws(
      () => passwords.checkPolicy(password, context),
      withCode('password-policy'),
      password,
    );
  }
  for (const password of [
    'four unrelated garden tools',
    'my password is a fish on a bike',
    '839 201 748 392 017',
  ]) {
    passwords.checkPolicy(password, context);
  }
});

test('any random password of enough characters is accepted, whatever its alphabet', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 12, maxLength: 60 }), (seed) => {
      // Bytes that a generator would give: shrunk ones such as 000… are repeats, and refused.
      fc.pre(new Set(seed).size >= 11);
      passwords.checkPolicy(Buffer.from(seed).toString('base64'), context);
    }),
  );
});
