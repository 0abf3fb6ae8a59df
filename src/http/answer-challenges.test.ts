import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get } from 'node:https';
import {
  type AddressInfo,
  connect as connectTcp,
  createServer as createTcpServer,
  type Socket,
} from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { makePair } from '../../test/support/certificates.ts';
import { answerChallenges } from './answer-challenges.ts';

const HOST = 'forms.example.org';
/** As long as a storage that is slow to say whether there is a challenge. */
const SLOW_MS = 100;

/** Returns what a client sends first that asks for the answer to a challenge. */
async function firstMessage(): Promise<Buffer> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect({
    port,
    host: '127.0.0.1',
    servername: HOST,
    ALPNProtocols: ['acme-tls/1'],
  });
  client.on('error', () => undefined);
  const [socket] = (await once(server, 'connection')) as [Socket];
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  client.destroy();
  socket.destroy();
  server.close();
  return bytes;
}

test('who hangs up before, or after, the answer is found harms nobody else', async (t) => {
  const pair = await makePair(Date.now(), [HOST]);
  const server = createServer({ cert: pair.cert, key: pair.key }, (_request, response) =>
    response.end('here'),
  );
  let asked = 0;
  const errors: unknown[] = [];
  const pairOf = async () => {
    asked += 1;
    await sleep(SLOW_MS);
    return asked % 2 === 0 ? pair : undefined;
  };
  answerChallenges(server, pairOf, (error) => errors.push(error));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;

  const hello = await firstMessage();
  for (const afterMs of [25, 25, 2 * SLOW_MS, 2 * SLOW_MS]) {
    const socket = connectTcp(port, '127.0.0.1');
    await once(
      socket.on('error', () => undefined),
      'connect',
    );
    socket.write(hello);
    await sleep(afterMs);
    socket.resetAndDestroy();
  }
  await sleep(2 * SLOW_MS);
  assert.equal(asked, 4);
  const options = { port, host: '127.0.0.1', servername: HOST, ca: pair.ca, agent: false };
  const [response] = await once(get(options), 'response');
  assert.equal(response.resume().statusCode, 200);
  assert.deepEqual(errors, []);
});
