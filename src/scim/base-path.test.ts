// Addresses below the base of SCIM, as clients join and misspell them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forOneEngine } from '../../test/support/engines.ts';
import { assertScimError, idOf, PATCH_OP, type Scim, startScim } from '../../test/support/scim.ts';

forOneEngine((engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
  });
  after(() => scim.close());

  const send = (method: string, path: string, body?: object) =>
    scim.instance.request(method, path, body === undefined ? {} : { body });

  test('more than one slash between two segments is one, wherever it is', async () => {
    const user = idOf(await scim.addUser());
    for (const base of ['/scim/v2/', '//scim/v2', '/scim//v2', '/scim/', '/scim//v2//']) {
      const plain = await send('GET', `${base}/Users/${user}`);
      assert.equal(plain.status, 200, base);
      assert.equal(plain.headers['location'], `${scim.base}/Users/${user}`);
      assert.equal((await send('GET', `${base}//Users//?count=1`)).status, 200, base);
      const Operations = [{ op: 'replace', path: 'title', value: base }];
      const patched = await send('PATCH', `${base}/Users//${user}`, {
        schemas: [PATCH_OP],
        Operations,
      });
      assert.equal(patched.at('title'), base);
    }
    const kept = await send('GET', '/scim/v2//Users?filter=userName%20eq%20%22a//b%22');
    assert.equal(kept.at('totalResults'), 0, 'the query stays as it is');
    const made = await scim.addUser({ userName: 'a//b' });
    const found = await send('GET', '/scim/v2//Users?filter=userName%20eq%20%22a//b%22');
    assert.equal(found.at('Resources', 0, 'id'), idOf(made));
  });

  test('whatever lies under the base is answered in the shape of SCIM', async () => {
    for (const [method, path, status, scimType] of [
      ['GET', '/scim/v2//nope', 404],
      ['GET', '/scim/v2/Users/a/b', 404],
      ['GET', '/SCIM/v2/Users', 404],
      ['GET', '/scim/v2x', 404],
      ['GET', '/scim/v3//Users', 400, 'invalidVers'],
      ['GET', '/scim/v2/%zz', 400, 'invalidSyntax'],
      ['GET', '/scim/v2/Users/%c3', 400, 'invalidSyntax'],
      ['GET', 'https://localhost/scim/v2/nope', 404],
      ['POST', '//scim/v2//nope', 404],
      ['DELETE', '/scim/v2//Users', 405],
      ['PROPFIND', '/scim/v2//Users', 405],
    ] as const) {
      assertScimError(await send(method, path), status, scimType);
    }
  });
});
