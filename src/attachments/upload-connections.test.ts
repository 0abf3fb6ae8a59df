// Tests the connection after an upload is refused before its body is read, and files in a bucket.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request as httpsRequest } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { FILE_DEFINITION, PNG } from '../../test/support/attachments.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Instance, startInstance } from '../../test/support/instance.ts';
import { startBucket, type TestBucket } from '../../test/support/s3.ts';

const MIB = 1_048_576;
const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057';

forEachEngine((engine) => {
  let bucket: TestBucket;
  let node: Instance;
  let formId: string;
  before(async () => {
    bucket = await startBucket();
    const { endpoint, bucket: name } = bucket.settings;
    node = await startInstance(engine, {
      env: {
        FORMSTEAD_FILES_S3_ENDPOINT: endpoint,
        FORMSTEAD_FILES_S3_BUCKET: name,
        FORMSTEAD_FILES_S3_ACCESS_KEY: 'S3RVER',
        FORMSTEAD_FILES_S3_SECRET_KEY: 'S3RVER',
      },
    });
    const { db, forms } = node.services;
    const { accountId, userId } = node.account;
    const by = { accountId, userId, role: 'admin', via: 'api' } as const;
    formId = await db.transaction(async (tx) => {
      const template = { name: 'Inspection', definition: FILE_DEFINITION };
      const { id: templateId } = await forms.createTemplate(tx, by, template);
      await forms.publishTemplate(tx, by, templateId);
      return (await forms.createForm(tx, by, { templateId })).form.id;
    });
  });
  after(async () => {
    await node.close();
    await bucket.close();
  });

  test('a refused upload leaves the connection to the next request, whatever of it was not read', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: node.ca });
    const token = await node.adminToken();
    const sockets = new Set<unknown>();
    const send = async (method: string, path: string, body?: Buffer, type = 'image/png') => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': type, 'content-length': String(body.length) }),
      };
      const { port } = node.server;
      const request = httpsRequest({ host: 'localhost', port, method, path, headers, agent });
      request.on('socket', (socket) => sockets.add(socket));
      const [[response]] = await Promise.all([once(request, 'response'), request.end(body)]);
      await buffer(response);
      return response.statusCode;
    };
    const large = Buffer.concat([PNG, Buffer.alloc(9 * MIB)]);
    const path = (id: string, query = '?field=photo') => `/v2/formz/${id}/attachments${query}`;
    assert.equal(await send('POST', path(NOBODY), large), 404);
    assert.equal(await send('POST', path(formId), large, 'image/svg+xml'), 415);
    assert.equal(await send('POST', path(formId), large, 'image/jpeg'), 400);
    assert.equal(await send('POST', path(formId, '?field=nothing'), large), 400);
    assert.equal(await send('POST', path(formId), Buffer.alloc(11 * MIB)), 413);
    assert.equal(await send('GET', '/v2/formz'), 200);
    assert.equal(sockets.size, 1);
    agent.destroy();
  });

  test('files in a bucket are stored, read and counted as those on the disk', async () => {
    const headers = { 'content-type': 'image/png' };
    const path = `/v2/formz/${formId}/attachments`;
    const made = await node.request('POST', `${path}?field=photo`, { body: PNG, headers });
    assert.equal(made.status, 201, made.text);
    const read = await node.request('GET', `${path}/${made.at('id')}`);
    assert.deepEqual(read.bytes, PNG);
    await bucket.close();
    const away = await node.request('GET', `${path}/${made.at('id')}`);
    assert.deepEqual([away.status, away.at('code')], [503, 'storage-unavailable']);
    assert.ok(away.headers['retry-after']);
    const lost = await node.request('POST', `${path}?field=photo`, { body: PNG, headers });
    assert.equal(lost.status, 503);
    const listed = await node.request('GET', path);
    assert.ok(Array.isArray(listed.body) && listed.body.length === 1, 'no row without its bytes');
  });
});
