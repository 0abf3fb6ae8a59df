import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '#db/database.ts';
import { openCredentials, type TestCredentials } from '../../test/support/credentials.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { createCredentialUseRecorder } from './index.ts';

/** The origin of the recorded uses. */
const from = { ip: '10.0.0.9', agent: 'test/1' };

forEachEngine((engine) => {
  let t: TestCredentials;
  before(async () => {
    t = await openCredentials(engine);
  });
  after(() => t.close());

  const open = (db: Database = t.db) => {
    const { clock } = t;
    const errors: unknown[] = [];
    const onError = (error: unknown) => void errors.push(error);
    return createCredentialUseRecorder({ db, clock, onError });
  };
  const lastUsed = async (id: string) => {
    const found = await t.credentials.find(t.db.reader, t.account.id, id);
    return [found?.lastUsedAt, found?.secrets[0]?.lastUsedAt];
  };
  /** Returns a database whose next transactions fail. */
  const failing = (times: number): Database => {
    let left = times;
    return {
      ...t.db,
      reader: t.db.reader,
      transaction: (work) => {
        left -= 1;
        return left >= 0 ? Promise.reject(new Error('disk full')) : t.db.transaction(work);
      },
    };
  };
  test('a use is not stored in the request but with the next flush', async () => {
    const { credentialId, secretId } = await t.addCredential();
    const recorder = open();
    const accountId = t.account.id;
    recorder.used({ accountId, credentialId, ...from });
    assert.deepEqual(await lastUsed(credentialId), [undefined, undefined]);
    await recorder.flush();
    const first = t.clock.now();
    assert.deepEqual(await lastUsed(credentialId), [first, undefined]);
    t.clock.advance(1000);
    recorder.used({ accountId, credentialId, secretId, ...from });
    await recorder.close();
    assert.deepEqual(await lastUsed(credentialId), [first + 1000, first + 1000]);
  });

  test('a use is remembered with its address and its agent, which can hold nothing but plain text', async () => {
    const { credentialId, secretId } = await t.addCredential();
    const recorder = open();
    const agent = `okta\u0000\n\u00e9${'x'.repeat(500)}`;
    const accountId = t.account.id;
    recorder.used({ accountId, credentialId, secretId, ip: '192.0.2.7', agent });
    await recorder.close();
    const found = await t.credentials.find(t.db.reader, accountId, credentialId);
    for (const each of [found, found?.secrets[0]]) {
      assert.equal(each?.lastUsedIp, '192.0.2.7');
      assert.equal(each?.lastUsedAgent, `okta???${'x'.repeat(193)}`);
    }
  });

  test('of two nodes that store out of order the later use stays', async () => {
    const { credentialId } = await t.addCredential();
    const [slow, quick] = [open(), open()];
    slow.used({ accountId: t.account.id, credentialId, ...from });
    t.clock.advance(5000);
    quick.used({ accountId: t.account.id, credentialId, ...from });
    await quick.close();
    await slow.close();
    assert.deepEqual(await lastUsed(credentialId), [t.clock.now(), undefined]);
  });

  test('what could not be stored is tried again', async () => {
    const { credentialId } = await t.addCredential();
    const recorder = open(failing(1));
    recorder.used({ accountId: t.account.id, credentialId, ...from });
    await assert.rejects(recorder.flush(), /disk full/);
    await recorder.close();
    assert.deepEqual(await lastUsed(credentialId), [t.clock.now(), undefined]);
  });
});
