// Clients that never pause: one that fetches tokens, an identity provider, somebody who completes forms, and a browser.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { type Answer, type Call, sendRequest } from '../../support/instance.ts';
import { PASSWORD } from '../../support/released.ts';

interface Way {
  /** Of the balancer. */
  readonly port: number;
  readonly dataDir: string;
  readonly code: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly templateId: string;
}

export interface Seen {
  /** Requests by client. */
  readonly counts: Readonly<Record<string, number>>;
  readonly failures: readonly string[];
  readonly slowestMs: number;
}

export interface Traffic {
  /** Lets what runs end. */
  stop(): Promise<Seen>;
  /** @throws if something that was acknowledged is not there */
  assertKept(): Promise<void>;
}

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

export async function startTraffic(way: Way): Promise<Traffic> {
  const ca = readFileSync(join(way.dataDir, 'tls', 'cert.pem'), 'utf8');
  // Takes the connection that has waited longest, so that a node that drains can tell each one that it closes.
  const agent = new Agent({ keepAlive: true, scheduling: 'fifo' });
  const send = (method: string, path: string, call: Call, token: string | null) =>
    sendRequest({ port: way.port, path, method, ca, call, token, agent });
  const counts: Record<string, number> = {};
  const failures: string[] = [];
  let slowest = 0;
  /** Sends a request of a client, and notes how it went. */
  const noted = async (
    client: string,
    asked: () => Promise<Answer>,
  ): Promise<Answer | undefined> => {
    const start = performance.now();
    counts[client] = (counts[client] ?? 0) + 1;
    try {
      const answer = await asked();
      slowest = Math.max(slowest, performance.now() - start);
      if (answer.status < 300) return answer;
      failures.push(`${client}: ${answer.status} ${answer.text.slice(0, 300)}`);
    } catch (error) {
      failures.push(
        `${client}: ${String(error)} after ${Math.round(performance.now() - start)} ms`,
      );
    }
    return undefined;
  };

  const fetchToken = async (): Promise<string> => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'public_api',
      client_id: way.clientId,
      client_secret: way.clientSecret,
    }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const ask = () => send('POST', '/connect/token', { body, headers }, null);
    return String((await noted('tokens', ask))?.at('access_token'));
  };
  // This one, of a node of the version before, is used to the end.
  const token = await fetchToken();
  const asProgram = (client: string, method: string, path: string, body?: Call['body']) =>
    noted(client, () => send(method, path, body === undefined ? {} : { body }, token));

  const user = await asProgram('scim', 'POST', '/scim/v2/Users', { userName: 'zoe@x.example' });
  const userPath = `/scim/v2/Users/${user?.at('id')}`;
  let written = '';
  const completed = new Map<string, string>();
  const headers = { 'sec-fetch-site': 'same-origin' };
  const credentials = { userName: `${way.code}/admin`, password: PASSWORD };
  const signedIn = await send('POST', '/app/v1/session', { headers, body: credentials }, null);
  const cookie = /__Host-sid=[^;]*/.exec(signedIn.headers['set-cookie'] ?? '')?.[0] ?? '';

  const clients: readonly ((round: number) => Promise<void>)[] = [
    async () => {
      const fresh = await fetchToken();
      await noted('lists', () => send('GET', '/v2/formz?pageSize=5', {}, fresh));
    },
    async (round) => {
      const value = `name ${round}`;
      const operation = { op: 'replace', path: 'displayName', value };
      const body = { schemas: [PATCH], Operations: [operation] };
      if (await asProgram('scim', 'PATCH', userPath, body)) written = value;
      const read = await asProgram('scim', 'GET', userPath);
      if (read && read.at('displayName') !== written) failures.push(`scim: not ${written}`);
    },
    async (round) => {
      const site = `site ${round}`;
      const body = { templateId: way.templateId, fields: { site: { text: site } } };
      const id = (await asProgram('forms', 'POST', '/v2/formz', body))?.at('id');
      if (id === undefined) return;
      const status = { status: 'complete' };
      const done = await asProgram('forms', 'POST', `/v2/formz/${id}/status`, status);
      if (done) completed.set(String(id), site);
    },
    async () => {
      await noted('pages', () => send('GET', '/sign-in', {}, null));
      const call = { headers: { ...headers, cookie } };
      await noted('sessions', () => send('GET', '/app/v1/session', call, null));
      await noted('sessions', () => send('GET', '/app/v1/forms', call, null));
    },
  ];
  let isStopping = false;
  const running = clients.map(async (client) => {
    for (let round = 0; !isStopping; round += 1) await client(round);
  });
  return {
    async stop() {
      isStopping = true;
      await Promise.all(running);
      agent.destroy();
      return { counts, failures, slowestMs: Math.round(slowest) };
    },
    async assertKept() {
      const read = await asProgram('scim', 'GET', userPath);
      assert.equal(read?.at('displayName'), written);
      for (const [id, site] of completed) {
        const form = await asProgram('forms', 'GET', `/v2/formz/${id}`);
        assert.equal(form?.at('status', 'status'), 'complete', id);
        assert.equal(form?.at('fields', 'site', 'text'), site, id);
      }
      assert.deepEqual(failures, []);
    },
  };
}
