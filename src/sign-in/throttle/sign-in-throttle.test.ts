import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createAudit } from '#audit/index.ts';
import { readSettings } from '#config/settings.ts';
import { fail } from '#kernel/errors.ts';
import { readAuditLines } from '../../../test/support/credentials.ts';
import { openDirectory, type TestDirectory, withCode } from '../../../test/support/directory.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import {
  createSignInThrottle,
  type PasswordAttempt,
  type SignInThrottle,
} from './sign-in-throttle.ts';

const SECONDS = 1000;
const MINUTES = 60 * SECONDS;
const DAYS = 24 * 60 * MINUTES;
const HOME = '192.0.2.1';

forEachEngine((engine) => {
  let d: TestDirectory;
  let nodes: readonly [SignInThrottle, SignInThrottle];
  let user: NonNullable<PasswordAttempt['user']>;
  let looked = 0;
  const node = () =>
    createSignInThrottle({
      ...d,
      audit: createAudit(d),
      settings: readSettings({}).limits.failures,
    });
  before(async () => {
    d = await openDirectory(engine);
    nodes = [node(), node()];
  });
  after(() => d.close());
  beforeEach(async () => {
    user = { accountId: d.account.id, userId: (await d.addUser()).id, passwordHash: '$hash' };
    looked = 0;
    d.clock.advance(100 * DAYS);
  });

  let addresses = 0;
  const elsewhere = (): string => {
    addresses += 1;
    return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
  };
  const attempt = (
    isRight: boolean,
    {
      ip = HOME,
      who = user,
      throttle = nodes[0],
    }: { ip?: string; who?: PasswordAttempt['user']; throttle?: SignInThrottle } = {},
  ): Promise<boolean> =>
    throttle.attempt({ userName: 'somebody', user: who, ip }, async () => {
      looked += 1;
      return isRight;
    });
  const wrong = (more?: Parameters<typeof attempt>[1]) => attempt(false, more);
  const right = (more?: Parameters<typeof attempt>[1]) => attempt(true, more);

  test('check 21: five failures from one address, then 1 s, 2 s, 4 s, … up to 15 minutes, exactly', async () => {
    for (let i = 0; i < 5; i += 1) await wrong();
    let seconds = 1;
    for (let failures = 5; failures < 18; failures += 1) {
      assert.equal(looked, failures);
      d.clock.advance(seconds * SECONDS - 1);
      assert.equal(await right(), false, `${seconds} s after ${failures} failures`);
      assert.equal(looked, failures);
      d.clock.advance(1);
      await wrong();
      seconds = Math.min(seconds * 2, 900);
    }
    d.clock.advance(900 * SECONDS);
    assert.equal(await right(), true);
    for (let i = 0; i < 4; i += 1) await wrong();
    assert.equal(await right(), true, 'a success begins anew');
  });

  test('check 21: of many at once, on two nodes, five are looked at and one success ends the count', async () => {
    const [one, two] = nodes;
    const all = Array.from({ length: 40 }, (_, i) => wrong({ throttle: i % 2 ? one : two }));
    await Promise.all(all);
    assert.equal(looked, 5);
    d.clock.advance(SECONDS);
    const good = await Promise.all(Array.from({ length: 20 }, () => right()));
    assert.ok(good.every(Boolean));
  });

  /** Begins an attempt whose check takes until `finish` is called. Resolves when the check has begun. */
  const beginAttempt = async (isRight: boolean, who: PasswordAttempt['user'], ip: string) => {
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<boolean>()];
    const result = nodes[0].attempt({ userName: 'somebody', user: who, ip }, () => {
      begun.resolve();
      return held.promise;
    });
    await begun.promise;
    return {
      finish: () => {
        held.resolve(isRight);
        return result;
      },
    };
  };
  /** Long enough for an attempt that waits for nothing. */
  const settles = (attempts: readonly Promise<unknown>[]) =>
    Promise.race([Promise.all(attempts), setTimeout(200)]);

  test('check 21: a right password that comes while another one is checked is not refused, a wrong one and one that has to wait are', async () => {
    const ip = elsewhere();
    for (let i = 0; i < 5; i += 1) await wrong({ ip });
    d.clock.advance(SECONDS);
    looked = 0;
    const first = await beginAttempt(true, user, ip);
    const next = [right({ ip }), wrong({ ip }), right({ ip })];
    await settles(next);
    assert.deepEqual(
      [await first.finish(), ...(await Promise.all(next))],
      [true, true, false, true],
    );
    assert.equal(looked, 3);

    for (let i = 0; i < 5; i += 1) await wrong({ ip });
    d.clock.advance(SECONDS);
    looked = 0;
    const failing = await beginAttempt(false, user, ip);
    const waiting = right({ ip });
    await settles([waiting]);
    assert.deepEqual([await failing.finish(), await waiting], [false, false]);
    assert.equal(looked, 0);
  });

  test('check 21: a right password of somebody new is not refused while one of somebody known from the address is checked', async () => {
    const ip = elsewhere();
    const friend = { ...user, userId: `${user.userId}-friend` };
    assert.equal(await right({ ip, who: friend }), true);
    for (let i = 0; i < 29; i += 1) await wrong({ ip, who: { ...user, userId: `${i}` } });
    const first = await beginAttempt(true, friend, ip);
    const next = right({ ip });
    await settles([next]);
    assert.deepEqual([await first.finish(), await next], [true, true]);
  });

  test('check 21: of a flood that comes while a password is checked, a few wait, without a look or a write', async () => {
    const ip = elsewhere();
    for (let i = 0; i < 5; i += 1) await wrong({ ip });
    d.clock.advance(SECONDS);
    const first = await beginAttempt(false, user, ip);
    const rows = () => d.db.reader.selectFrom('sign_in_failures').selectAll().execute();
    const before = await rows();
    looked = 0;
    let refused = 0;
    const flood = Array.from({ length: 200 }, async () => {
      assert.equal(await wrong({ ip }), false);
      refused += 1;
    });
    while (refused < 168) await setTimeout(1);
    await settles(flood);
    assert.equal(refused, 168);
    assert.equal(await first.finish(), false);
    await Promise.all(flood);
    assert.equal(looked, 0);
    assert.deepEqual(await rows(), before);
  });

  test('check 21: the right password from a clean address works while others attack', async () => {
    for (let i = 0; i < 18; i += 1) {
      const ip = elsewhere();
      for (let n = 0; n < 5; n += 1) await wrong({ ip });
    }
    assert.equal(await right({ ip: elsewhere() }), true);
  });

  test('a hundred failures in a row, wherever from, suspend; a known address goes on', async () => {
    assert.equal(await right(), true);
    for (let i = 0; i < 99; i += 1) await wrong({ ip: elsewhere() });
    assert.equal(await nodes[1].isSuspended(d.db.reader, user), false);
    await wrong({ ip: elsewhere() });
    assert.equal(await nodes[1].isSuspended(d.db.reader, user), true);
    assert.equal(await right({ ip: elsewhere() }), false);
    assert.equal(looked, 101);
    // The suspension also holds after a restart, on another node, and much later.
    d.clock.advance(30 * DAYS);
    assert.equal(await right({ ip: elsewhere(), throttle: node() }), false);
    assert.equal(await right({ throttle: node() }), true, 'from home');
    assert.equal(await right({ ip: elsewhere() }), false, 'which lifts nothing');
    const lines = await readAuditLines(d.db, d.account.id);
    const suspensions = lines.filter(({ action }) => action === 'user.suspend-password');
    assert.equal(suspensions.length, 1);
  });

  test('an admin or a new password lifts a suspension', async () => {
    const suspend = async (who: typeof user) => {
      for (let i = 0; i < 100; i += 1) await wrong({ ip: elsewhere(), who });
      assert.equal(await right({ ip: elsewhere(), who }), false);
    };
    await suspend(user);
    const actor = d.actor('command-line');
    assert.equal(await d.write((tx) => nodes[1].lift(tx, actor, user)), true);
    assert.equal(await right({ ip: elsewhere() }), true);
    assert.equal(await d.write((tx) => nodes[1].lift(tx, actor, user)), false);
    const [last] = (await readAuditLines(d.db, d.account.id)).slice(-1);
    assert.deepEqual([last?.action, last?.target], ['user.unlock', user.userId]);

    await suspend(user);
    const renewed = { ...user, passwordHash: '$another' };
    assert.equal(await nodes[0].isSuspended(d.db.reader, renewed), false);
    assert.equal(await right({ ip: elsewhere(), who: renewed }), true);
  });

  test('each wrong code in a row is heard of once, also when they come from two addresses at a time', async () => {
    const heard: number[] = [];
    const guess = (ip: string) =>
      nodes[0].attempt(
        {
          userName: '',
          user,
          ip,
          what: 'code',
          wrong: async (inARow) => void heard.push(inARow),
        },
        async () => false,
      );
    for (let i = 0; i < 3; i += 1) await Promise.all([guess(elsewhere()), guess(elsewhere())]);
    assert.deepEqual(
      heard.toSorted((a, b) => a - b),
      [1, 2, 3, 4, 5, 6],
    );
  });

  test('thirty failures from an address hold it up for everybody it is not known for', async () => {
    const address = elsewhere();
    const others = Array.from({ length: 10 }, (_, i) => ({ ...user, userId: `user-${i}` }));
    const [friend] = others;
    assert.equal(await right({ ip: address, who: friend }), true);
    for (const who of [...others.slice(1), undefined]) {
      for (let n = 0; n < 3; n += 1) await wrong({ ip: address, who });
    }
    looked = 0;
    assert.equal(await right({ ip: address }), false);
    assert.equal(looked, 0);
    assert.equal(await right({ ip: address, who: friend }), true);
    d.clock.advance(15 * MINUTES);
    assert.equal(await right({ ip: address }), true);
  });

  test('an IPv6 customer is one address, whatever its last 64 bits', async () => {
    for (let i = 0; i < 5; i += 1) await wrong({ ip: `2001:db8::${i}` });
    looked = 0;
    assert.equal(await right({ ip: '2001:db8:0:0:ffff::1' }), false);
    assert.equal(await right({ ip: '2001:db8:0:1::1' }), true);
    assert.equal(looked, 1);
  });

  test('a name that is nobody’s is counted the same, without keeping it', async () => {
    const ip = elsewhere();
    for (let i = 0; i < 6; i += 1) await wrong({ ip, who: undefined });
    assert.equal(looked, 5);
    const rows = await d.db.reader.selectFrom('sign_in_failures').selectAll().execute();
    assert.ok(rows.length > 0 && !JSON.stringify(rows).includes('somebody'));
  });

  test('what could not be looked at is no failure', async () => {
    const ip = elsewhere();
    const busy = () =>
      nodes[0].attempt({ userName: 'x', user, ip }, () => Promise.reject(fail('busy', 'Later.')));
    for (let i = 0; i < 120; i += 1) await assert.rejects(busy(), withCode('busy'));
    assert.equal(await right({ ip }), true);
    for (let i = 0; i < 5; i += 1) await wrong({ ip });
    d.clock.advance(SECONDS);
    await assert.rejects(busy(), withCode('busy'));
    assert.equal(await right({ ip }), true);
  });

  test('from one address more than may wait are told that the service is busy', async () => {
    const first = await beginAttempt(true, user, HOME);
    const busy: unknown[] = [];
    const others = Array.from({ length: 79 }, () => right().catch((error) => busy.push(error)));
    while (busy.length < 15) await setTimeout(1);
    await settles(others);
    assert.equal(await first.finish(), true);
    await Promise.all(others);
    assert.equal(busy.length, 15);
    assert.ok(busy.every(withCode('busy')));
  });

  test('what is long over is forgotten, a suspension is not', async () => {
    for (let i = 0; i < 100; i += 1) await wrong({ ip: elsewhere() });
    await right({ who: { ...user, userId: 'guest' } });
    d.clock.advance(91 * DAYS);
    await nodes[0].purge();
    const rows = await d.db.reader.selectFrom('sign_in_failures').selectAll().execute();
    assert.ok(rows.every(({ failures, address }) => failures === 100 && address === ''));
    assert.equal(await nodes[1].isSuspended(d.db.reader, user), true);
  });
});
