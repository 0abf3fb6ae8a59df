import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createAudit } from '#audit/index.ts';
import type { Database } from '#db/database.ts';
import { openCredentials, type TestCredentials } from '../../test/support/credentials.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { createCredentialNotes } from './index.ts';

/** Where uses come from. */
const from = { ip: '10.0.0.9', agent: 'test/1' };
const action = 'token.issue' as const;

forEachEngine((engine) => {
  let t: TestCredentials;
  before(async () => {
    t = await openCredentials(engine);
  });
  after(() => t.close());

  const open = (db: Database = t.db) => {
    const { clock, ids } = t;
    const errors: unknown[] = [];
    const onError = (error: unknown) => void errors.push(error);
    return createCredentialNotes({ db, clock, audit: createAudit({ clock, ids }), onError });
  };
  const lastUsed = async (id: string) => {
    const found = await t.credentials.find(t.db.reader, t.account.id, id);
    return [found?.lastUsedAt, found?.secrets[0]?.lastUsedAt];
  };
  /** A database whose next transactions fail. */
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
  const refusals = async () =>
    (await t.auditLines()).filter(({ action }) => action === 'token.issue');

  test('a use is not stored in the request but with the next flush', async () => {
    const { credentialId, secretId } = await t.addCredential();
    const notes = open();
    const accountId = t.account.id;
    notes.used({ accountId, credentialId, ...from });
    assert.deepEqual(await lastUsed(credentialId), [undefined, undefined]);
    await notes.flush();
    const first = t.clock.now();
    assert.deepEqual(await lastUsed(credentialId), [first, undefined]);
    t.clock.advance(1000);
    notes.used({ accountId, credentialId, secretId, ...from });
    await notes.close();
    assert.deepEqual(await lastUsed(credentialId), [first + 1000, first + 1000]);
  });

  test('a use is remembered with its address and its agent, which can hold nothing but plain text', async () => {
    const { credentialId, secretId } = await t.addCredential();
    const notes = open();
    const agent = `okta\u0000\n\u00e9${'x'.repeat(500)}`;
    const accountId = t.account.id;
    notes.used({ accountId, credentialId, secretId, ip: '192.0.2.7', agent });
    await notes.close();
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
    const before = (await refusals()).length;
    const notes = open(failing(2));
    const refusal = {
      action,
      accountId: t.account.id,
      credentialId,
      ip: '10.0.0.1',
      reason: 'revoked',
    };
    notes.used({ accountId: t.account.id, credentialId, ...from });
    notes.refused(refusal);
    await assert.rejects(notes.flush(), /disk full/);
    notes.refused(refusal);
    await assert.rejects(notes.flush(), /disk full/);
    await notes.close();
    assert.deepEqual(await lastUsed(credentialId), [t.clock.now(), undefined]);
    const [line, ...more] = (await refusals()).slice(before);
    assert.deepEqual([line?.detail, more], [{ via: 'api', reason: 'revoked', count: 2 }, []]);
  });

  test('refusals of one kind become one line with a count', async () => {
    const before = (await refusals()).length;
    const { credentialId } = await t.addCredential();
    const notes = open();
    const accountId = t.account.id;
    const wrong = { action, accountId, credentialId, ip: '10.0.0.1', reason: 'wrong-secret' };
    for (let i = 0; i < 100; i += 1) notes.refused(wrong);
    notes.refused({ ...wrong, ip: '10.0.0.2' });
    notes.refused({ ...wrong, credentialId: undefined, reason: 'unknown-client' });
    await notes.close();
    const lines = (await refusals()).slice(before);
    assert.deepEqual(
      lines.map(({ result, credential, ip, detail }) => ({ result, credential, ip, detail })),
      [
        [credentialId, '10.0.0.1', 'wrong-secret', 100] as const,
        [credentialId, '10.0.0.2', 'wrong-secret', 1] as const,
        [null, '10.0.0.1', 'unknown-client', 1] as const,
      ].map(([credential, ip, reason, count]) => ({
        result: 'refused',
        credential,
        ip,
        detail: { via: 'api', reason, count },
      })),
    );
  });

  test('memory stays bounded under a flood of addresses', async () => {
    const before = (await refusals()).length;
    const notes = open();
    for (let i = 0; i < 11_000; i += 1) {
      notes.refused({
        action,
        accountId: t.account.id,
        credentialId: undefined,
        ip: `10.0.${i >> 8}.${i & 255}`,
        reason: 'unknown-client',
      });
    }
    await notes.close();
    assert.equal((await refusals()).length - before, 10_000);
  });
});
