// The manifest and icons that browsers read to install the app.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Instance, startInstance } from '../../test/support/instance.ts';

interface Icon {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
}
interface Manifest {
  readonly start_url: string;
  readonly icons: readonly Icon[];
  readonly shortcuts: readonly { readonly url: string; readonly icons: readonly Icon[] }[];
}

forEachEngine((engine) => {
  if (engine.name !== 'sqlite') return; // files do not depend on the database
  let node: Instance;
  before(async () => {
    node = await startInstance(engine);
  });
  after(() => node.close());

  const read = async (path: string) => {
    const answer = await node.request('GET', path, { token: null });
    assert.equal(answer.status, 200, path);
    return answer;
  };

  for (const path of ['/manifest.webmanifest', '/manifest.de.webmanifest']) {
    test(`${path} names icons of the size they have, and pages that there are`, async () => {
      const { headers, text } = await read(path);
      assert.match(headers['content-type'] ?? '', /^application\/manifest\+json/);
      const { start_url, icons, shortcuts } = JSON.parse(text) as Manifest;
      assert.ok(icons.length >= 3 && shortcuts.length === 3);
      for (const { src, sizes, type } of [...icons, ...shortcuts.flatMap((each) => each.icons)]) {
        const answer = await read(src);
        assert.equal(answer.headers['content-type'], type, src);
        if (sizes === 'any') continue;
        const { width, height } = await sharp(`web/public${src}`).metadata();
        assert.equal(`${width}x${height}`, sizes, src);
      }
      for (const url of [start_url, ...shortcuts.map((each) => each.url)]) {
        assert.match((await read(url)).text, /rel="manifest"/, url);
      }
    });
  }
});
