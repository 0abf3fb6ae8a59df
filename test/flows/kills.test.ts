// The server is killed at random moments while people work. Everything acknowledged is there afterwards, nobody finds a
// partial form, and the webhook receiver gets every completed form.
// Nightly: it kills the program again and again.
import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { FILE_DEFINITION, PNG } from '../support/attachments.ts';
import { envOf } from '../support/command-line.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { type Answer, type Call, startInstance } from '../support/instance.ts';
import { type KilledServer, killedServer } from '../support/killed-server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { type Receiver, startReceiver, verify } from '../support/webhook-receiver.ts';

/** Kills per engine. */
const KILLS = process.env['TEST_DEEP'] === undefined ? 4 : 200;
const CLIENTS = 20;
/** Longest life between two kills, in milliseconds; short enough to interrupt all kinds of work. */
const LONGEST_LIFE_MS = 1500;
const TOLD_WITHIN_MS = 60_000;
const LIMIT = '1000000';
/** Longest pause of a client between two requests; almost none under `npm run test:deep`. */
const LONGEST_THOUGHT_MS = process.env['TEST_DEEP'] === undefined ? 200 : 1;

/** Everything that a client was told about one of its forms. */
interface Told {
  readonly id: string;
  notes: string | undefined;
  /** The answers that were sent, and perhaps stored, without a response. */
  open: string | undefined;
  complete: boolean;
  readonly files: Map<string, Buffer>;
}

forEngineOrBoth('sqlite', (engine) => {
  let server: KilledServer;
  let receiver: Receiver;
  let token: string;
  let templateId: string;
  let secret: string;
  /** Makes clients that wait for a response give up. */
  let isAbandoned = false;

  before(async () => {
    receiver = await startReceiver();
    const storage = await engine.fresh();
    // Tokens contain the URL, which must stay the same when the port changes.
    const fixed = { FORMSTEAD_PUBLIC_URL: 'https://localhost:8443' };
    const node = await startInstance(engine, { storage, env: fixed });
    token = await node.adminToken();
    const { db, forms } = node.services;
    const { accountId, userId } = node.account;
    const admin = { accountId, userId, role: 'admin', via: 'api' } as const;
    templateId = await db.transaction(async (tx) => {
      const made = await forms.createTemplate(tx, admin, {
        name: 'Inspection',
        definition: FILE_DEFINITION,
        openToAll: true,
      });
      await forms.publishTemplate(tx, admin, made.id);
      return made.id;
    });
    await node.close();
    const authority = join(storage.dataDir, 'receiver.pem');
    await writeFile(authority, receiver.ca);
    server = killedServer({
      ...envOf(storage),
      ...fixed,
      FORMSTEAD_DATA_DIR: storage.dataDir,
      FORMSTEAD_LIMIT_API: LIMIT,
      FORMSTEAD_LIMIT_CONCURRENT: LIMIT,
      FORMSTEAD_OUTBOUND_NETWORKS: '127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: authority,
    });
    await server.start();
    const hook = await server.request('POST', '/v2/webhooks', {
      token,
      body: { eventType: 'form.completed', targetUrl: `${receiver.url}/hook` },
    });
    assert.equal(hook.status, 201, hook.text);
    secret = String(hook.at('secret'));
  });
  after(async () => {
    await server.kill();
    await receiver.close();
  });

  /** Sends the request until there is a response, as a persistent client would. */
  async function insist(method: string, path: string, call: Call): Promise<Answer> {
    while (!isAbandoned) {
      if (method !== 'GET') await sleep(randomInt(LONGEST_THOUGHT_MS));
      try {
        const answer = await server.request(method, path, { ...call, token });
        if (answer.status !== 503) return answer;
      } catch {
        // No server listens, or it was killed before it answered.
      }
      await sleep(randomInt(10, 60));
    }
    throw new Error('the test is over');
  }

  const sendNotes = async (form: Told, notes: string): Promise<void> => {
    form.open = notes;
    const answer = await insist('PATCH', `/v2/formz/${form.id}`, {
      body: { fields: { notes: { text: notes } } },
    });
    assert.equal(answer.status, 200, answer.text);
    form.notes = notes;
    form.open = undefined;
  };

  const attach = async (form: Told): Promise<void> => {
    const id = randomUUID();
    const bytes = Buffer.concat([PNG, Buffer.alloc(randomInt(1, 200_000), id)]);
    const path = `/v2/formz/${form.id}/attachments?id=${id}&field=photo&fileName=a.png`;
    const answer = await insist('POST', path, {
      body: bytes,
      headers: { 'content-type': 'image/png' },
    });
    assert.ok(answer.status === 201 || answer.status === 200, answer.text);
    form.files.set(id, bytes);
    const fields = { photo: { files: [{ id }] } };
    const named = await insist('PATCH', `/v2/formz/${form.id}`, { body: { fields } });
    assert.equal(named.status, 200, named.text);
  };

  /** Fills in one form after the other: creates it, saves it several times, attaches a photo, completes it. */
  async function work(told: Told[], isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const form: Told = {
        id: randomUUID(),
        notes: undefined,
        open: undefined,
        complete: false,
        files: new Map(),
      };
      const made = await insist('POST', '/v2/formz', { body: { id: form.id, templateId } });
      assert.ok(made.status === 201 || made.status === 200, made.text);
      told.push(form);
      for (let save = randomInt(1, 4); save > 0 && !isOver(); save -= 1) {
        await sendNotes(form, `${form.id} ${save}`);
      }
      if (randomInt(2) === 0 && !isOver()) await attach(form);
      if (isOver()) return;
      const body = { status: 'complete' };
      const done = await insist('POST', `/v2/formz/${form.id}/status`, { body });
      assert.equal(done.status, 200, done.text);
      form.complete = true;
    }
  }

  async function checkForm(form: Told): Promise<void> {
    const found = await insist('GET', `/v2/formz/${form.id}`, {});
    assert.equal(found.status, 200, `${form.id} ${found.text}`);
    const notes = found.at('fields', 'notes', 'text') ?? undefined;
    assert.ok(notes === form.notes || notes === form.open, `${form.id} has ${String(notes)}`);
    assert.equal(found.at('status', 'status'), form.complete ? 'complete' : 'draft', form.id);
    for (const [id, bytes] of form.files) {
      const file = await insist('GET', `/v2/formz/${form.id}/attachments/${id}`, {});
      assert.ok(file.status === 200 && file.bytes.equals(bytes), `file ${id}: ${file.status}`);
    }
  }

  /** The webhook event of each completed form. */
  const eventOf = new Map<string, string>();
  let read = 0;

  /** Runs soon after messages arrive: a receiver refuses a message that was signed minutes ago. */
  function readMessages(): void {
    for (const message of receiver.received.slice(read)) {
      read += 1;
      verify(secret, message);
      const { Item } = JSON.parse(message.body) as { readonly Item: { readonly Id: string } };
      const event = String(message.headers['webhook-id']);
      assert.equal(eventOf.get(Item.Id) ?? event, event, 'one event for each completion');
      eventOf.set(Item.Id, event);
    }
  }

  /** Returns the completed forms for which the webhook got no event in time. */
  async function untold(complete: readonly Told[]): Promise<readonly string[]> {
    for (let waited = 0; ; waited += 50) {
      readMessages();
      const waiting = complete.flatMap(({ id }) => (eventOf.has(id) ? [] : [id]));
      if (waiting.length === 0 || waited >= TOLD_WITHIN_MS) return waiting;
      await sleep(50);
    }
  }

  async function killAgainAndAgain(): Promise<void> {
    for (let kill = 0; kill < KILLS && !isAbandoned; kill += 1) {
      await sleep(randomInt(20, LONGEST_LIFE_MS));
      await server.kill();
      await server.start();
      readMessages();
    }
  }

  test(`${KILLS} kills while ${CLIENTS} clients save, attach and complete: nothing acknowledged is lost`, async () => {
    const told: Told[] = [];
    let isOver = false;
    const clients = Array.from({ length: CLIENTS }, () => work(told, () => isOver));
    const working = Promise.all(clients);
    const killing = killAgainAndAgain();
    try {
      await Promise.race([working, killing]);
      // On a slow machine, the kills can be over before any form is completed.
      const isAnyComplete = () => told.some(({ complete }) => complete);
      await Promise.race([working, waitUntil(isAnyComplete)]);
      isOver = true;
      await working;
    } finally {
      isAbandoned = true;
      await killing;
    }
    isAbandoned = false;
    await server.kill();
    await server.start();
    const complete = told.filter((form) => form.complete);
    assert.ok(told.length >= CLIENTS && complete.length > 0, `${told.length} forms`);

    for (const form of told) await checkForm(form);
    assert.deepEqual(await untold(complete), [], 'events that never came');
  });
});
