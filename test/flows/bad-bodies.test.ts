// Bodies that no endpoint accepts: each answer says what is wrong, and nothing is stored.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEngineOrBoth } from '../support/engines.ts';
import { JSON_BODIES } from '../support/json-bodies.ts';
import { CORE_GROUP, CORE_USER, fresh } from '../support/scim.ts';
import { startWitness, type Witness } from '../support/witness.ts';

const MIB = 1_048_576;
const JSON_TYPE = { 'content-type': 'application/json' };

/** The body, the status, and the scimType of the answer. */
const NOT_JSON: readonly (readonly [string, string | Buffer, number, string])[] = [
  ['one brace', '{', 400, 'invalidSyntax'],
  ['text', 'userName=bjensen', 400, 'invalidSyntax'],
  ['XML', '<User><userName>bjensen</userName></User>', 400, 'invalidSyntax'],
  ['single quotes', "{'userName':'bjensen'}", 400, 'invalidSyntax'],
  ['a trailing comma', '{"userName":"bjensen",}', 400, 'invalidSyntax'],
  ['two documents', '{"userName":"a"}{"userName":"b"}', 400, 'invalidSyntax'],
  ['NaN', '{"userName":NaN}', 400, 'invalidSyntax'],
  ['an array', '[{"userName":"bjensen"}]', 400, 'invalidSyntax'],
  ['a string', '"bjensen"', 400, 'invalidSyntax'],
  ['a number', '12', 400, 'invalidSyntax'],
  ['null', 'null', 400, 'invalidSyntax'],
  ['true', 'true', 400, 'invalidSyntax'],
  ['nothing', '', 400, 'invalidSyntax'],
  ['blanks', ' \n ', 400, 'invalidSyntax'],
  ['100,000 brackets', '['.repeat(100_000), 400, 'invalidSyntax'],
  ['arrays 5,000 deep', `${'['.repeat(5000)}${']'.repeat(5000)}`, 400, 'invalidSyntax'],
  ['objects 5,000 deep', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`, 400, 'invalidSyntax'],
  ['UTF-16', Buffer.from('{"userName":"bjensen"}', 'utf16le'), 400, 'invalidSyntax'],
  ['bytes that are no UTF-8', Buffer.from('{"userName":"\xff"}', 'latin1'), 400, 'invalidSyntax'],
  ['an overlong slash', Buffer.from('{"userName":"\xc0\xaf"}', 'latin1'), 400, 'invalidSyntax'],
  ['a NUL', '{"userName":"a\\u0000b"}', 400, 'invalidValue'],
  ['a NUL in a name', '{"userName":"x","a\\u0000":1}', 400, 'invalidValue'],
  ['half a surrogate pair', '{"userName":"\\ud83d"}', 400, 'invalidValue'],
  ['the other half', '{"userName":"a\\ude00"}', 400, 'invalidValue'],
  ['half a pair in a name', '{"userName":"x","\\ud83d":1}', 400, 'invalidValue'],
  ['half a pair deep inside', '{"emails":[{"value":"\\udc00"}]}', 400, 'invalidValue'],
];

forEngineOrBoth('sqlite', (engine) => {
  let witness: Witness;
  let user: string;
  let group: string;
  before(async () => {
    witness = await startWitness(engine);
    const make = async (path: string, body: object) => {
      const answer = await witness.send('POST', path, { body });
      assert.equal(answer.status, 201, answer.text);
      return String(answer.at('id'));
    };
    user = await make('/scim/v2/Users', { schemas: [CORE_USER], userName: fresh('user') });
    group = await make('/scim/v2/Groups', { schemas: [CORE_GROUP], displayName: fresh('group') });
  });
  after(() => witness.close());

  const writes = () =>
    [
      ['POST', '/scim/v2/Users'],
      ['PUT', `/scim/v2/Users/${user}`],
      ['POST', '/scim/v2/Groups'],
      ['PUT', `/scim/v2/Groups/${group}`],
    ] as const;

  for (const [what, body, status, scimType] of NOT_JSON) {
    test(`7644-3.12-15 ${what} for a body: ${status} ${scimType} on every SCIM write`, () =>
      witness.nothingChanges(async () => {
        for (const [method, path] of writes()) {
          const answer = await witness.send(method, path, { body, headers: JSON_TYPE });
          const found = [answer.status, answer.at('scimType')];
          assert.deepEqual(found, [status, scimType], `${method} ${path} ${answer.text}`);
        }
      }));
  }

  test('null is no object under /v2 either, where a missing body is one without members', async () => {
    const body = JSON_BODIES['POST /v2/templates']?.('') ?? {};
    const made = await witness.send('POST', '/v2/templates', { body });
    assert.equal(made.status, 201, made.text);
    const path = `/v2/templates/${made.at('id')}/draft`;
    const missing = await witness.send('PATCH', path, {});
    assert.equal(missing.status, 200, missing.text);
    await witness.nothingChanges(async () => {
      for (const [method, address] of [
        ['POST', '/v2/templates'],
        ['PATCH', path],
        ['POST', '/v2/lists'],
      ] as const) {
        const answer = await witness.send(method, address, { body: 'null', headers: JSON_TYPE });
        assert.deepEqual([answer.status, answer.at('code')], [400, 'invalid-value'], answer.text);
      }
    });
  });

  test('a media type other than JSON is 415 and names the right ones', () =>
    witness.nothingChanges(async () => {
      const types = [
        'text/plain',
        'application/xml',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/jsonp',
        'json',
        ';;',
      ];
      for (const [method, path] of writes()) {
        for (const type of types) {
          const headers = { 'content-type': type };
          const body = JSON.stringify({ userName: fresh(), displayName: fresh() });
          const answer = await witness.send(method, path, { body, headers });
          assert.equal(answer.status, 415, `${type} ${answer.text}`);
          assert.match(String(answer.at('detail')), /application\/scim\+json/, type);
        }
      }
    }));

  test('check 36: a body over the limit is 413 and says what the limit is', () =>
    witness.nothingChanges(async () => {
      const body = (size: number) => JSON.stringify({ userName: fresh(), x: 'y'.repeat(size) });
      for (const path of ['/scim/v2/Users', `/scim/v2/Users/${user}`]) {
        const method = path.endsWith('Users') ? 'POST' : 'PUT';
        const answer = await witness.send(method, path, { body: body(MIB) });
        assert.equal(answer.status, 413, answer.text);
        assert.match(String(answer.at('detail')), /1048576 bytes/);
      }
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const token = await witness.send('POST', '/connect/token', {
        body: `scope=${'x'.repeat(70_000)}`,
        headers: form,
        token: null,
      });
      assert.equal(token.status, 413);
      assert.match(String(token.at('error_description')), /65536 bytes/);
    }));

  test('check 36: a compressed body is 415, however small it looks', () =>
    witness.nothingChanges(async () => {
      const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' };
      const answer = await witness.send('POST', '/scim/v2/Users', {
        body: Buffer.from('1f8b0800', 'hex'),
        headers,
      });
      assert.equal(answer.status, 415);
      assert.equal(answer.headers['accept-encoding'], 'identity');
    }));

  test('a stranger learns nothing of what is wrong with a body', () =>
    witness.nothingChanges(async () => {
      for (const [method, path] of writes()) {
        const answer = await witness.send(method, path, { body: '{', token: null });
        assert.equal(answer.status, 401);
      }
    }));

  test('check 38: names that objects inherit are unknown names like any other', () =>
    witness.onlyAcknowledged(async () => {
      const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
      for (const name of names) {
        const userName = fresh('proto');
        const inner = `{"${name}":{"active":false,"title":"evil","value":"x"}}`;
        for (const [part, expected] of [
          [`"${name}":${inner}`, [201]],
          [`"name":${inner}`, [201]],
          [`"emails":[${inner}]`, [201]],
          [`"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User":${inner}`, [201]],
          [`"${name}.${name}":"x"`, [201]],
          [`"urn:${name}":${inner}`, [201]],
          [`"${CORE_USER}:${name}":"x"`, [201]],
          [`"title":${inner}`, [400]],
          [`"schemas":["${name}"]`, [400]],
        ] as const) {
          const body = `{"userName":"${userName}",${part}}`;
          const answer = await witness.send('POST', '/scim/v2/Users', { body });
          assert.ok((expected as readonly number[]).includes(answer.status), body + answer.text);
          if (answer.status !== 201) continue;
          const read = await witness.send('GET', `/scim/v2/Users/${answer.at('id')}`);
          assert.deepEqual([read.at('active'), read.at('title')], [true, undefined], body);
          assert.equal(read.at('userName'), userName);
          assert.ok(!read.text.includes('evil') && !read.text.includes(name), read.text);
          await witness.send('DELETE', `/scim/v2/Users/${answer.at('id')}`);
        }
      }
      assert.equal(Object(Object.prototype).title, undefined);
    }));
});
