// Somebody sends bodies of megabytes over many connections at once, or never ends them, and nobody else is answered.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ClientRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { forEachEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { CORE_GROUP, fresh } from '../support/scim.ts';
import { waitUntil } from '../support/wait-until.ts';

const LARGE = 140_000;

forEachEngine((engine) => {
  let node: Instance;
  let hostile: string;
  let other: string;
  before(async () => {
    node = await startInstance(engine);
    const accounts = [await node.addAccount('Hostile'), await node.addAccount('Other')];
    const tokens = accounts.map(({ clientId, clientSecret }) => node.token(clientId, clientSecret));
    [hostile = '', other = ''] = await Promise.all(tokens);
  });
  after(() => node.close());

  const bodyOf = (characters: number) => ({
    schemas: [CORE_GROUP],
    displayName: fresh(),
    ignored: 'x'.repeat(characters),
  });
  const send = (token: string, characters: number) =>
    node.request('POST', '/scim/v2/Groups', { token, body: bodyOf(characters) });
  /** Begins a large request and keeps most of its body back. */
  const begin = async (): Promise<{ readonly sent: ClientRequest; end(): Promise<number> }> => {
    const text = JSON.stringify(bodyOf(LARGE));
    const sent = httpsRequest({
      host: '127.0.0.1',
      servername: 'localhost',
      port: node.server.port,
      ca: node.ca,
      method: 'POST',
      path: '/scim/v2/Groups',
      agent: false,
      headers: {
        authorization: `Bearer ${hostile}`,
        'content-type': 'application/scim+json',
        'content-length': Buffer.byteLength(text),
      },
    });
    sent.on('error', () => undefined);
    sent.write(text.slice(0, 10));
    await once(sent, 'socket');
    await sleep(200);
    return {
      sent,
      async end() {
        const answered = once(sent, 'response');
        sent.end(text.slice(10));
        const [answer] = await answered;
        answer.resume();
        return answer.statusCode;
      },
    };
  };
  const isOver = (answer: Promise<unknown>): Promise<boolean> =>
    Promise.race([answer.then(() => true), sleep(1000, false)]);

  test('two large bodies of an account are read at once, and others are not held up', async () => {
    const [first, second] = [await begin(), await begin()];
    const third = send(hostile, LARGE);
    assert.equal(await isOver(third), false, 'it waits for one of the two');
    assert.equal((await send(other, LARGE)).status, 201, 'another account does not wait');
    assert.equal((await send(hostile, 1000)).status, 201, 'nor does what is small');
    assert.equal(await first.end(), 201);
    assert.equal((await third).status, 201);
    assert.equal(await second.end(), 201);
  });

  test('who goes away makes room, and who waits and goes away takes none', async () => {
    const [first, second] = [await begin(), await begin()];
    const waiting = await Promise.all([begin(), begin(), begin()]);
    for (const { sent } of waiting) sent.destroy();
    const last = send(hostile, LARGE);
    assert.equal(await isOver(last), false);
    first.sent.destroy();
    second.sent.destroy();
    assert.equal((await last).status, 201);
  });

  test('more than may wait are told to come again', async () => {
    const open = [await begin(), await begin()];
    let refused = 0;
    const asked = Array.from({ length: 80 }, async () => {
      const answer = await send(hostile, LARGE);
      if (answer.status === 503) refused += 1;
      return answer;
    });
    // Until one of the two ends, who waits hears nothing.
    await waitUntil(async () => refused === 80 - 64);
    for (const each of open) assert.equal(await each.end(), 201);
    const answers = await Promise.all(asked);
    const busy = answers.filter(({ status }) => status === 503);
    assert.equal(busy.length, 80 - 64);
    for (const { headers, text } of busy) {
      assert.equal(headers['retry-after'], '1', text);
      assert.match(text, /large requests/);
    }
    assert.equal(answers.filter(({ status }) => status === 201).length, 64);
  });
});
