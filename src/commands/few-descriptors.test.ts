// Nightly: it uses up what the system grants a process.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { commandLine, folder } from '../../test/support/command-line.ts';

/** The service may have this many descriptors; there are twice as many idle connections. */
const DESCRIPTORS = 200;
const IDLE = 400;

interface Served {
  readonly port: number;
  readonly ca: string;
}

/** Starts `formstead serve` with few descriptors, as an operator might. */
async function serve(t: TestContext, dataDir: string): Promise<Served> {
  const command = `ulimit -n ${DESCRIPTORS}; exec "$0" src/cli.ts serve`;
  const child = spawn('sh', ['-c', command, process.execPath], {
    env: { FORMSTEAD_PORT: '0', FORMSTEAD_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.after(async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
  let said = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    if (/^listening on .*\n/.test(said)) break;
  }
  const port = Number(/:(\d+)\n/.exec(said)?.[1]);
  return { port, ca: readFileSync(join(dataDir, 'tls', 'cert.pem'), 'utf8') };
}

/** Opens a connection, which the server may refuse. */
async function idle(t: TestContext, { port, ca }: Served): Promise<TLSSocket> {
  const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca });
  t.after(() => socket.destroy());
  socket.on('error', () => undefined);
  await Promise.race([once(socket, 'secureConnect'), once(socket, 'close')]).catch(() => undefined);
  return socket;
}

test('with more connections than descriptors the service writes and searches, then and afterwards', async (t) => {
  const dataDir = await folder(t);
  const formstead = commandLine({ FORMSTEAD_DATA_DIR: dataDir });
  const account = await formstead('setup', '--account', 'A', '--user-name', 'a', '--json');
  const served = await serve(t, dataDir);

  const send = async (agent: Agent, method: string, path: string, type: string, body: string) => {
    const headers = { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }) };
    const call = request({ ...served, agent, host: 'localhost', method, path, headers }).end(body);
    const [response] = await once(call, 'response');
    let text = '';
    for await (const chunk of response) text += String(chunk);
    return { status: Number(response.statusCode), text };
  };
  let token = '';
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    scope: 'public_api',
    client_id: account.word('clientId'),
    client_secret: account.word('clientSecret'),
  });
  const formType = 'application/x-www-form-urlencoded';
  const issued = await send(agent, 'POST', '/connect/token', formType, form.toString());
  token = String(JSON.parse(issued.text).access_token);

  const scim = 'application/scim+json';
  const create = (by: Agent, userName: string) =>
    send(by, 'POST', '/scim/v2/Users', scim, JSON.stringify({ userName }));
  const search = (by: Agent) =>
    send(by, 'GET', '/scim/v2/Users?filter=title%20co%20%22x%22', scim, '');

  const sockets = await Promise.all(Array.from({ length: IDLE }, () => idle(t, served)));
  const open = sockets.filter((socket) => !socket.destroyed);
  assert.ok(open.length < DESCRIPTORS / 2, `${open.length} connections were taken`);
  const meanwhile = await create(agent, 'meanwhile');
  assert.equal(meanwhile.status, 201, meanwhile.text);
  // The first search starts its threads.
  const found = await search(agent);
  assert.equal(found.status, 200, found.text);

  for (const socket of sockets) socket.destroy();
  while ((await idle(t, served)).destroyed) await sleep(100);
  const later = new Agent({ keepAlive: true });
  t.after(() => {
    agent.destroy();
    later.destroy();
  });
  for (const by of [agent, later]) {
    const created = await create(by, `afterwards ${by === agent}`);
    assert.equal(created.status, 201, created.text);
  }
});
