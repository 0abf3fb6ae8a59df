import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { commandLine, folder } from '../../../test/support/command-line.ts';
import type { Engine } from '../../../test/support/engines.ts';
import { DEFINITION } from '../../../test/support/forms.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';

test('a cursor of the change feed survives a restart, and none survives a restored backup, however many changes follow', async (t) => {
  const [dataDir, elsewhere, backups] = [await folder(t), await folder(t), await folder(t)];
  const serve = (dataDir: string, account?: Instance['account']): Promise<Instance> => {
    const place = { dataDir, databaseUrl: undefined };
    const engine: Engine = {
      name: 'sqlite',
      fresh: async () => ({ ...place, dispose: async () => undefined }),
    };
    return startInstance(engine, { place, ...(account && { account }) });
  };
  const first = await serve(dataDir);
  const by = { ...first.account, role: 'admin', via: 'api' } as const;
  const templateId = await first.services.db.transaction(async (tx) => {
    const { forms } = first.services;
    const made = await forms.createTemplate(tx, by, { name: 'Visit', definition: DEFINITION });
    await forms.publishTemplate(tx, by, made.id);
    return made.id;
  });
  const change = (on: Instance) =>
    on.services.db.transaction((tx) => on.services.forms.createForm(tx, by, { templateId }));
  const poll = (on: Instance, cursor: string) =>
    on.request('GET', `/v2/formz?changedSince=${cursor}`);
  await change(first);
  const kept = String((await poll(first, '0')).headers['x-change-cursor']);
  const to = join(backups, 'copy.db');
  const formstead = commandLine({ FORMSTEAD_DATA_DIR: dataDir });
  assert.equal((await formstead('backup', '--to', to)).code, 0);
  await first.close();
  const second = await serve(dataDir, first.account);
  assert.equal((await poll(second, kept)).status, 200);
  await second.close();

  await copyFile(join(dataDir, 'master.key'), join(elsewhere, 'master.key'));
  const restoring = commandLine({ FORMSTEAD_DATA_DIR: elsewhere });
  assert.equal((await restoring('restore', '--from', to)).code, 0);
  const restored = await serve(elsewhere, first.account);
  for (let changes = 0; changes < 3; changes += 1) await change(restored);
  const begun = await poll(restored, '0');
  assert.equal(begun.status, 200, begun.text);
  const refused = await poll(restored, kept);
  assert.deepEqual([refused.status, refused.at('at')], [400, 'changedSince'], refused.text);
  assert.equal((await poll(restored, String(begun.headers['x-change-cursor']))).status, 200);
  await restored.close();
});
