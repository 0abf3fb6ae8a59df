// Like back-to-back.test.ts, for a streamed answer: the next request, a long one, arrives as soon as it ends.
// Nightly: it sends long requests again and again.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { forEachEngine } from '../../test/support/engines.ts';
import { startScim } from '../../test/support/scim.ts';

const ROUNDS = 25;
/** Two of these make an answer too long to be held as a whole. */
const LONG = 'ö'.repeat(5_000);

const CLIENT = `
  const { Agent, request } = require('node:https');
  const { parentPort, workerData } = require('node:worker_threads');
  const { port, ca, headers, text, rounds } = workerData;
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca });
  const call = (method, path, body) => new Promise((resolve, reject) => {
    const more = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options = { host: 'localhost', port, agent, method, path, headers: { ...headers, ...more } };
    const sent = request(options, (answer) => {
      let length = 0;
      let tail = '';
      answer.setEncoding('utf8').on('data', (chunk) => { length += chunk.length; tail = chunk.slice(-100); });
      answer.on('end', () => resolve({ status: answer.statusCode, length, tail, streamed: answer.headers['transfer-encoding'] === 'chunked' }));
    });
    sent.on('error', reject).end(body);
  });
  (async () => {
    const answers = [];
    for (let round = 0; round < rounds; round += 1) {
      answers.push(await call('GET', '/scim/v2/Users?count=100'));
      answers.push(await call('POST', '/scim/v2/Bulk', text));
    }
    agent.destroy();
    parentPort.postMessage(answers);
  })().catch((error) => parentPort.postMessage(String(error)));
`;

forEachEngine((engine) => {
  if (engine.name !== 'sqlite') return; // the storage makes no difference here
  test('a streamed answer and a long request right behind it, again and again on one connection', async () => {
    const scim = await startScim(engine);
    const { instance } = scim;
    for (let i = 0; i < 60; i += 1) await scim.addUser({ title: LONG });
    const operation = { method: 'DELETE', path: `/Nowhere/${'ö'.repeat(60)}` };
    const text = JSON.stringify({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
      Operations: Array.from({ length: 1000 }, () => operation),
    });
    const headers = {
      authorization: `Bearer ${await instance.adminToken()}`,
      'content-type': 'application/scim+json',
    };
    const { port } = instance.server;
    const workerData = { port, ca: instance.ca, headers, text, rounds: ROUNDS };
    const worker = new Worker(CLIENT, { eval: true, workerData });
    const [answers] = await once(worker, 'message');
    await worker.terminate();
    await scim.close();
    assert.ok(Array.isArray(answers), String(answers));
    assert.equal(answers.length, 2 * ROUNDS);
    for (const [i, { status, length, tail, streamed }] of answers.entries()) {
      assert.equal(status, 200, `${i}: ${tail}`);
      assert.ok(length > 250_000 || streamed === false, String(length));
      assert.equal(streamed, i % 2 === 0);
      assert.match(tail, /\](,"itemsPerPage":60)?\}$/);
    }
  });
});
