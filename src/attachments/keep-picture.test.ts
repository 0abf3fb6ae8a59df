import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { type Files, fileKey } from '#files/files.ts';
import { PNG } from '../../test/support/attachments.ts';
import { forOneEngine } from '../../test/support/engines.ts';
import { type Instance, startInstance } from '../../test/support/instance.ts';
import { keepPicture } from './keep-picture.ts';

forOneEngine((engine) => {
  let node: Instance;
  before(async () => {
    node = await startInstance(engine);
  });
  after(() => node.close());

  test('a picture that is refused because the service stops leaves its file closed', async () => {
    const { services } = node;
    const key = fileKey('acme', services.ids.next());
    await services.files.put(key, Readable.from([PNG]), { maxBytes: PNG.length });
    const opened: Readable[] = [];
    const files: Files = {
      ...services.files,
      async open(storageKey) {
        const found = await services.files.open(storageKey);
        if (found) opened.push(found.stream);
        return found;
      },
    };
    const by = { accountId: node.account.accountId, accountCode: 'acme' };
    const keep = () =>
      keepPicture({ ...services, files, publicUrl: () => '' }, by, {
        type: 'image/png',
        storageKey: key,
      });
    assert.equal((await keep())?.type, 'image/png');
    await services.pictures.close();
    await assert.rejects(keep(), { code: 'draining' });
    assert.equal(opened.filter(({ destroyed }) => !destroyed).length, 0);
  });
});
