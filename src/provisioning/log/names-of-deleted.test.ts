import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Reader } from '#db/database.ts';
import type { ObservedRequest } from '#http/observed-request.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';
import { createProvisioningLog } from './provisioning-log.ts';

forEachEngine((engine) => {
  let node: Instance;
  before(async () => {
    node = await startInstance(engine);
  });
  after(() => node.close());

  /** Returns the tables that a flush reads for the name of something that a request deleted. */
  async function readFor(path: string): Promise<ReadonlySet<string>> {
    const { db, ids, clock } = node.services;
    const { clientId: credentialId, accountId, userId } = node.account;
    const tables = new Set<string>();
    const reader: Reader = db.reader.withPlugin({
      transformQuery({ node: query, queryId }) {
        const { sql } = db.reader.getExecutor().compileQuery(query, queryId);
        for (const [name] of sql.matchAll(/audit_events|former_users/g)) tables.add(name);
        return query;
      },
      transformResult: async ({ result }) => result,
    });
    const onError = (error: unknown) => assert.fail(String(error));
    const knowsPath = () => true;
    const log = createProvisioningLog({
      ...{ db: { ...db, reader }, ids, knowsPath, onError, limit: 2 ** 31 },
    });
    log.observe({
      ...{ requestId: ids.next(), at: clock.now(), ms: 1, method: 'DELETE', status: 204 },
      ...{ url: `${path}/${ids.next()}`, route: undefined, code: undefined, ip: '127.0.0.1' },
      principal: {
        ...{ kind: 'user', role: 'admin', accountId, userId, credentialId },
      } as ObservedRequest['principal'],
      ...{ agent: undefined, authorization: undefined, logFields: undefined },
      ...{ requestBody: undefined, responseBody: undefined },
    });
    await log.close();
    return tables;
  }

  test('the audit log is read for the name of a deleted group, and for no deleted user', async () => {
    assert.deepEqual([...(await readFor('/scim/v2/Users'))], ['former_users']);
    assert.deepEqual([...(await readFor('/scim/v2/Groups'))], ['audit_events']);
  });
});
