import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openCredentials, type TestCredentials } from '../../test/support/credentials.ts';
import { withCode } from '../../test/support/directory.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import type { SecretOptions } from './secret-options.ts';

const DAY_S = 86_400;

forEachEngine((engine) => {
  let t: TestCredentials;
  before(async () => {
    t = await openCredentials(engine);
  });
  after(() => t.close());

  const create = async (options: SecretOptions) => {
    const { id } = await t.addUser();
    return t.write((tx) =>
      t.credentials.create(tx, t.admin, { name: 'x', actsAsUserId: id, ...options }),
    );
  };
  const works = async (id: string, secret: string) =>
    (await t.credentials.checkClientSecret(t.db.reader, id, secret)).refused === undefined;

  test('check 8: a secret with an end stops at the second, and says so before', async () => {
    const made = await create({ label: 'CI', expiresInSeconds: 3600 });
    assert.equal(made.expiresAt, t.clock.now() + 3_600_000);
    const found = await t.credentials.find(t.db.reader, t.account.id, made.credentialId);
    assert.equal(found?.secrets[0]?.label, 'CI');
    assert.equal(found?.secrets[0]?.expiresAt, made.expiresAt);
    t.clock.advance(3_599_999);
    assert.equal(await works(made.credentialId, made.clientSecret), true);
    t.clock.advance(1);
    assert.equal(await works(made.credentialId, made.clientSecret), false);
  });

  test('check 8: a secret added beside an old one has its own end and label', async () => {
    const old = await create({});
    const next = await t.write((tx) =>
      t.credentials.regenerate(tx, t.admin, old.credentialId, {
        overlapSeconds: 60,
        label: 'second',
        expiresInSeconds: 30 * DAY_S,
      }),
    );
    const { credentialId: id } = old;
    assert.deepEqual(
      [await works(id, old.clientSecret), await works(id, next.clientSecret)],
      [true, true],
    );
    t.clock.advance(60_000);
    assert.deepEqual(
      [await works(id, old.clientSecret), await works(id, next.clientSecret)],
      [false, true],
    );
    t.clock.advance(30 * DAY_S * 1000);
    assert.equal(await works(id, next.clientSecret), false);
  });

  test('an end that is none, and a label that can not be shown, are refused by name', async () => {
    for (const seconds of [0, -1, 1.5, Number.NaN, 3654 * DAY_S]) {
      await assert.rejects(
        create({ expiresInSeconds: seconds }),
        withCode('invalid-value', 'expiresInSeconds'),
      );
    }
    for (const label of ['', '  ', 'x'.repeat(201), 'a\0b']) {
      await assert.rejects(create({ label }), withCode('invalid-value', 'label'));
    }
  });
});
