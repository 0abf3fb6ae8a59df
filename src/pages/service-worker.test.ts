// The headers by which browsers keep the app on a device, and replace it with the next version.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Instance, startInstance } from '../../test/support/instance.ts';

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

  test('browsers ask for the service worker at each visit, and it may fetch from here and do nothing else', async () => {
    const { headers } = await read('/service-worker.js');
    assert.match(headers['content-type'] ?? '', /^text\/javascript/);
    assert.equal(headers['cache-control'], 'no-cache');
    assert.equal(headers['content-security-policy'], "default-src 'none'; connect-src 'self'");
  });

  test('every file that the service worker keeps is there, and the page that it keeps loads one of them', async () => {
    const { text } = await read('/service-worker.js');
    const files = [...new Set(text.match(/\/assets\/[\w.-]+/g))];
    assert.ok(files.length > 20);
    for (const file of files) await read(file);
    const page = await read('/');
    const [, entry = ''] = /src="(\/assets\/[^"]+)"/.exec(page.text) ?? [];
    assert.ok(files.includes(entry), entry);
    assert.ok(!/BUILD_(?:FILES|DIGEST)/.test(text));
  });
});
