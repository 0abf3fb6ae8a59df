// A client sends its next request as soon as an answer ends. It runs in a thread of its own: only then can the
// request arrive while the server is still sending the answer.
// Nightly: it sends long requests again and again.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { forEachEngine } from '../../test/support/engines.ts';
import { startInstance } from '../../test/support/instance.ts';

const ROUNDS = 40;

const CLIENT = `
  const { Agent, request } = require('node:https');
  const { parentPort, workerData } = require('node:worker_threads');
  const { port, ca, headers, text, rounds } = workerData;
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca });
  const call = () => new Promise((resolve, reject) => {
    const path = '/scim/v2/Bulk';
    const sent = request({ host: 'localhost', port, agent, method: 'POST', path, headers }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (chunk) => { body += chunk; });
      answer.on('end', () => resolve({ status: answer.statusCode, body }));
    });
    sent.on('error', reject).end(text);
  });
  (async () => {
    const answers = [];
    for (let round = 0; round < rounds; round += 1) answers.push(await call());
    agent.destroy();
    parentPort.postMessage(answers);
  })().catch((error) => parentPort.postMessage(String(error)));
`;

forEachEngine((engine) => {
  if (engine.name !== 'sqlite') return; // no request here reaches the storage
  test('a long answer and a long request right behind it, again and again on one connection', async () => {
    const instance = await startInstance(engine);
    // Each operation is refused with a long text of two-byte letters.
    const operation = { method: 'DELETE', path: `/Nowhere/${'ö'.repeat(60)}` };
    const text = JSON.stringify({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
      Operations: Array.from({ length: 1000 }, () => operation),
    });
    const headers = {
      authorization: `Bearer ${await instance.adminToken()}`,
      'content-type': 'application/scim+json',
      'content-length': String(Buffer.byteLength(text)),
    };
    const { port } = instance.server;
    const workerData = { port, ca: instance.ca, headers, text, rounds: ROUNDS };
    const worker = new Worker(CLIENT, { eval: true, workerData });
    const [answers] = await once(worker, 'message');
    await worker.terminate();
    await instance.close();
    assert.ok(Array.isArray(answers), String(answers));
    for (const { status, body } of answers) {
      assert.equal(status, 200, body);
      assert.ok(body.length > 100_000);
      assert.equal(JSON.parse(body).Operations.length, 1000);
    }
    assert.equal(answers.length, ROUNDS);
  });
});
