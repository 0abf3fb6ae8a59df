// Two nodes on one PostgreSQL keep the files of forms on a disk. A file uploaded to one of them must also be on the
// other, so a node with its own folder refuses to start next to another one.
import assert from 'node:assert/strict';
import { readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { commandLine, envOf, folder } from '../support/command-line.ts';
import { type EngineInstance, forEachEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';

forEachEngine((engine) => {
  describe('two nodes', () => {
    let storage: EngineInstance;
    let first: Instance;
    before(async () => {
      storage = await engine.fresh('any');
      first = await startInstance(engine, { storage });
    });
    after(() => first.close());

    const startBeside = (dataDir: string) =>
      startInstance(engine, { storage: { ...storage, dataDir }, account: first.account });

    if (engine.name === 'sqlite') {
      test('a folder of its own is another deployment, and starts', async (t) => {
        const other = await startBeside(await folder(t));
        await other.close();
      });
      return;
    }

    test('the later one does not start with a folder of its own, in a line that says what to do', async (t) => {
      const dataDir = await folder(t);
      await assert.rejects(startBeside(dataDir), /keeps the files of forms elsewhere/);
      const served = await commandLine(envOf({ ...storage, dataDir }))('serve');
      assert.equal(served.code, 1);
      assert.match(served.stderr, /share that folder, or keep files in a bucket/);
      assert.ok(served.stderr.includes(join(dataDir, 'files')), served.stderr);
      assert.doesNotMatch(served.stderr, /\n\s+at /);
      assert.equal((await first.request('GET', '/readyz')).status, 200);
    });

    test('with a folder that they share both serve, and so do many that start at once', async (t) => {
      const dataDirs = await Promise.all(Array.from({ length: 3 }, () => folder(t)));
      for (const dataDir of dataDirs) {
        await symlink(join(storage.dataDir, 'files'), join(dataDir, 'files'));
      }
      const nodes = await Promise.all(dataDirs.map((dataDir) => startBeside(dataDir)));
      for (const node of nodes) assert.equal((await node.request('GET', '/readyz')).status, 200);
      for (const node of nodes) await node.close();
      assert.equal((await readdir(join(storage.dataDir, 'files', '.nodes'))).length, 1);
    });

    test('of several that start at once with folders of their own beside none, one serves', async (t) => {
      const alone = await engine.fresh('any');
      const tries = await Promise.allSettled(
        Array.from({ length: 3 }, async () =>
          startInstance(engine, {
            storage: { ...alone, dataDir: await folder(t) },
            account: first.account,
          }),
        ),
      );
      const serving = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      for (const node of serving) await node.close();
      assert.equal(serving.length, 1);
      // Once the other node has stopped, a node may use another folder.
      const next = await startInstance(engine, {
        storage: { ...alone, dataDir: await folder(t) },
        account: first.account,
      });
      await next.close();
    });
  });
});
