// An attacker sends bodies of megabytes over many connections at once, or never ends them, so that nobody else is
// answered.
// Nightly: it loads the service until others would wait.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ClientRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { adminBrowser } from '../support/browser.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { DEFINITION } from '../support/forms.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { allowPublicLinks, makePublicLink, visit } from '../support/public-links.ts';
import { CORE_GROUP, fresh } from '../support/scim.ts';
import { waitUntil } from '../support/wait-until.ts';

const LARGE = 140_000;

forEngineOrBoth('sqlite', (engine) => {
  let node: Instance;
  let hostile: string;
  let neighbour: string;
  let other: string;
  before(async () => {
    node = await startInstance(engine);
    ({ token: hostile } = await node.addUser('hostile', 'admin'));
    ({ token: neighbour } = await node.addUser('neighbour', 'admin'));
    const { clientId, clientSecret } = await node.addAccount('Other');
    other = await node.token(clientId, clientSecret);
  });
  // Requests that a failed test leaves open would also fail the next test.
  const open: ClientRequest[] = [];
  afterEach(() => {
    for (const sent of open.splice(0)) sent.destroy();
  });
  after(() => node.close());

  const bodyOf = (characters: number) => ({
    schemas: [CORE_GROUP],
    displayName: fresh(),
    ignored: 'x'.repeat(characters),
  });
  const send = (token: string, characters: number) =>
    node.request('POST', '/scim/v2/Groups', { token, body: bodyOf(characters) });
  /** Begins a large request and holds most of its body back. */
  const begin = async (
    method = 'POST',
    path = '/scim/v2/Groups',
    body: object = bodyOf(LARGE),
    token = hostile,
  ): Promise<{ readonly sent: ClientRequest; end(): Promise<number> }> => {
    const text = JSON.stringify(body);
    const sent = httpsRequest({
      host: '127.0.0.1',
      servername: 'localhost',
      port: node.server.port,
      ca: node.ca,
      method,
      path,
      agent: false,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/scim+json',
        'content-length': Buffer.byteLength(text),
        expect: '100-continue',
      },
    });
    sent.on('error', () => undefined);
    open.push(sent);
    sent.flushHeaders();
    await once(sent, 'continue');
    sent.write(text.slice(0, 10));
    // When this is answered, the service has begun to handle the first request.
    await node.request('GET', '/scim/v2/Groups?count=0', { token: hostile });
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

  test('one large body of a caller is read at a time, and others are not held up', async () => {
    const first = await begin();
    const second = send(hostile, LARGE);
    assert.equal(await isOver(second), false, 'it waits for the first');
    assert.equal((await send(other, LARGE)).status, 201, 'another account does not wait');
    assert.equal((await send(neighbour, LARGE)).status, 201, 'nor does another caller of theirs');
    assert.equal((await send(hostile, 1000)).status, 201, 'nor does what is small');
    assert.equal(await first.end(), 201);
    assert.equal((await second).status, 201);
  });

  test('who goes away makes room, and who waits and goes away takes none', async () => {
    const first = await begin();
    const waiting = await Promise.all([begin(), begin(), begin()]);
    for (const { sent } of waiting) sent.destroy();
    const last = send(hostile, LARGE);
    assert.equal(await isOver(last), false);
    first.sent.destroy();
    assert.equal((await last).status, 201);
  });

  test('a body that never ends is ended when somebody waits for it', async () => {
    const { sent } = await begin();
    const ended = once(sent, 'response');
    assert.equal((await send(hostile, LARGE)).status, 201);
    const [answer] = await ended;
    assert.deepEqual([answer.statusCode, answer.headers['connection']], [408, 'close']);
  });

  test('bodies that come just fast enough keep nobody of the account waiting for long', async (t) => {
    const { token: third } = await node.addUser('third', 'admin');
    const tricklers = await Promise.all(
      [hostile, neighbour].map((token) =>
        begin('POST', '/scim/v2/Groups', bodyOf(6_000_000), token),
      ),
    );
    const ended = Promise.any(tricklers.map(({ sent }) => once(sent, 'response')));
    const trickling = setInterval(() => {
      for (const { sent } of tricklers) sent.write('x'.repeat(20_000));
    }, 500);
    t.after(() => clearInterval(trickling));
    assert.equal((await send(third, LARGE)).status, 201);
    const [answer] = await ended;
    assert.equal(answer.statusCode, 408);
  });

  test('visitors of a public link, however many sessions they open, hold up nobody of the account', async () => {
    await allowPublicLinks(node);
    const { token } = await makePublicLink(await adminBrowser(node), DEFINITION);
    const answers = { answers: { ignored: 'x'.repeat(LARGE) } };
    for (let nth = 0; nth < 4; nth += 1) {
      const { session } = await visit(node, token);
      await begin('POST', '/link/v1/answers', answers, session);
    }
    assert.equal(await isOver(send(neighbour, LARGE)), true);
  });

  test('who goes away while the work is under way makes no room before it is done', async () => {
    const { db } = node.services;
    const group = await node.request('POST', '/scim/v2/Groups', { body: bodyOf(0) });
    const id = String(group.at('id'));
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const holding = db.transaction(async (tx) => {
      await tx.updateTable('groups').set({ external_id: null }).where('id', '=', id).execute();
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const path = `/scim/v2/Groups/${id}`;
    const { sent, end } = await begin('PUT', path, bodyOf(LARGE));
    end().catch(() => undefined);
    await sleep(300);
    sent.destroy();
    const refused = node.request('POST', '/scim/v2/Groups', {
      token: hostile,
      body: { ...bodyOf(LARGE), schemas: 'none' },
    });
    assert.equal(await isOver(refused), false, 'the first is still under way');
    release.resolve();
    await holding;
    assert.equal((await refused).status, 400);
  });

  test('more than may wait are told to come again', async () => {
    const first = await begin();
    let refused = 0;
    const asked = Array.from({ length: 80 }, async () => {
      const answer = await send(hostile, LARGE);
      if (answer.status === 503) refused += 1;
      return answer;
    });
    // The requests that wait get no answer until the first one ends.
    await waitUntil(async () => refused === 80 - 64);
    assert.equal(await first.end(), 201);
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
