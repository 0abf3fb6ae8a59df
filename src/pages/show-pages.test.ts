// The page of the web app at mistyped URLs, or URLs that a mail program broke.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Instance, startInstance } from '../../test/support/instance.ts';

forEachEngine((engine) => {
  let node: Instance;
  before(async () => {
    node = await startInstance(engine);
  });
  after(() => node.close());

  const read = (path: string) => node.request('GET', path, { token: null });

  test('every page of the web app opens at its own address', async () => {
    const sources = globSync('web/src/router/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'));
    const routes = sources.join('\n').matchAll(/path: '(\/[^']*)'/g);
    const paths = [...routes].map(([, path = '']) => path.replaceAll(/\$\w+/g, 'x'));
    assert.ok(paths.length > 40, `${paths.length} pages`);
    for (const path of paths) assert.equal((await read(path)).status, 200, path);
  });

  test('a page whose address has a broken percent-encoding is a page, with the policy of all pages', async () => {
    for (const path of ['/forms/%zz', '/forms/%', '/templates/%E0%A4', '/settings/users/%ff?q=1']) {
      const { status, headers, text } = await read(path);
      assert.equal(status, 200, path);
      assert.match(headers['content-type'] ?? '', /^text\/html/, path);
      assert.match(headers['content-security-policy'] ?? '', /default-src 'none'/, path);
      assert.match(text, /<div id="root">/, path);
    }
  });

  test('an interface still says what is wrong with such an address, and only once it knows who asks', async () => {
    const token = await node.adminToken();
    const known = await node.request('GET', '/v2/formz/%zz', { token });
    assert.deepEqual([known.status, known.at('code')], [400, 'malformed-request']);
    assert.equal((await read('/v2/formz/%zz')).status, 401);
    assert.equal(
      (await node.request('POST', '/forms/%zz', { token })).at('code'),
      'malformed-request',
    );
  });
});
