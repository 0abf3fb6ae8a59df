import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '#app.ts';
import { commandLine, envOf, type Formstead } from '../../../test/support/command-line.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';

forEachEngine((engine) => {
  let instance: Instance;
  let formstead: Formstead;
  before(async () => {
    const storage = await engine.fresh('any');
    instance = await startInstance(engine, { storage });
    formstead = commandLine(envOf(storage), instance);
  });
  after(() => instance.close());

  const statusWith = async (token: string): Promise<number> =>
    (await instance.request('GET', '/scim/v2/Users', { token })).status;
  const newToken = () => instance.token(instance.account.clientId, instance.account.clientSecret);
  const kidsIn = async (state: string): Promise<readonly string[]> => {
    const keys = (await formstead('keys', 'list', '--json')).json();
    return (Array.isArray(keys) ? keys : []).flatMap((key) =>
      key.state === state ? [key.kid] : [],
    );
  };

  test('rotation fails no request: old tokens are good, new ones are made with the new keys', async () => {
    const before = await kidsIn('active');
    const token = await newToken();
    const rotated = await formstead('keys', 'rotate', '--json');
    assert.equal(rotated.code, 0);
    assert.deepEqual((await kidsIn('verify-only')).toSorted(), before.toSorted());
    assert.deepEqual([await statusWith(token), await statusWith(await newToken())], [200, 200]);
    instance.clock.advance(61_000);
    assert.equal(await statusWith(await newToken()), 200);
    assert.doesNotMatch(rotated.stdout, /wrapped|jwk|"d":/i);
  });

  test('one kind of key can be rotated alone', async () => {
    const before = await kidsIn('active');
    const made = await formstead('keys', 'rotate', '--use', 'enc', '--json');
    assert.deepEqual([made.json('length'), made.json(0, 'use')], [1, 'enc']);
    const after = await kidsIn('active');
    assert.equal(after.filter((kid) => before.includes(kid)).length, 1);
    assert.equal((await formstead('keys', 'rotate', '--use', 'all')).code, 2);
  });

  test('a revoked key ends its tokens with the next request, and has a successor at once', async () => {
    instance.clock.advance(61_000);
    const token = await newToken();
    assert.equal(await statusWith(token), 200);
    const [kid = ''] = (await kidsIn('active')).filter((each) => each.startsWith('s-'));
    assert.equal((await formstead('keys', 'revoke', kid)).code, 0);
    assert.equal(await statusWith(token), 401);
    assert.equal((await kidsIn('active')).length, 2);
    const unknown = await formstead('keys', 'revoke', 's-2000-01-none');
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /There is no key/);
  });

  test('check 12: a service that finds its keys old rotates them by itself, and says so', async (t) => {
    const before = await kidsIn('active');
    instance.clock.advance(91 * 24 * 3_600_000);
    const { services } = instance;
    // PostgreSQL checks leases by its own clock, so the lease of the former node is deleted here.
    await services.db.reader.deleteFrom('leases').execute();
    const again = await startServer(services);
    t.after(() => again.close());
    for (let i = 0; i < 200 && (await kidsIn('announced')).length < 2; i += 1) await sleep(10);
    const announced = await kidsIn('announced');
    assert.equal(announced.length, 2);
    assert.deepEqual((await kidsIn('active')).toSorted(), before.toSorted());
    const listed = await formstead('keys', 'list');
    assert.match(listed.stdout, /announced/);
    instance.clock.advance(10 * 60_000);
    assert.deepEqual((await kidsIn('active')).toSorted(), announced.toSorted());
    assert.equal(await statusWith(await newToken()), 200);
  });
});
