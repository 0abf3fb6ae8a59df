// An answer may depend on data that another request wrote just before, and that the disk may not have yet. Everything
// that an answer depends on must still be durable: a power cut after the answer loses none of it.
// Nightly: it needs programs that are installed for it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { PNG } from '../support/attachments.ts';
import { openBrowser } from '../support/browser.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Answer, type Call, startInstance } from '../support/instance.ts';
import { BULK_REQUEST } from '../support/scim-bulk.ts';
import { seeded } from '../support/seeded.ts';
import { Disk } from './disk.ts';
import type { Entry } from './entries.ts';
import { NOTHING } from './fates.ts';
import { type Lab, openLab } from './lab.ts';
import { faultsAt, writeState } from './power-cuts.ts';
import { prepare } from './prepared.ts';
import { GROUP, groupValue, patch, scim, user } from './provisioning-load.ts';
import { uuid } from './recorded-requests.ts';

/** Duration of a sync: long compared with a request. */
const SLOW_MS = 200;

type Sending = readonly [method: string, path: string, call: Call];

interface Repeated {
  readonly thing: string;
  /** Undefined if the object is deleted, so that the second request is answered with 404. */
  readonly value: string | undefined;
  readonly sending: Sending;
  /** A call before the write to the log, if the log is not the first thing written. */
  readonly behind?: Entry['call'];
}

forOneEngine((engine) => {
  const random = seeded(7);
  let lab: Lab;
  let inBrowser: Call;
  before(async () => {
    lab = await openLab(await prepare(engine));
    const browser = openBrowser({
      request: (method, path, call) => lab.server.request(method, path, { token: null, ...call }),
    });
    const signedIn = await browser.signIn('acme/admin', ADMIN_PASSWORD);
    assert.equal(signedIn.status, 201, signedIn.text);
    const headers = { cookie: `__Host-sid=${browser.cookie()}`, 'sec-fetch-site': 'same-origin' };
    inBrowser = { token: null, headers };
  });
  after(async () => {
    await lab.kill();
    await rm(lab.folder, { recursive: true });
  });

  const send = async (method: string, path: string, call: Call = {}): Promise<Answer> => {
    const answer = await lab.server.request(method, path, { token: lab.prepared.token, ...call });
    const isDone = answer.status < 300 || (method === 'DELETE' && answer.status === 404);
    assert.ok(isDone, answer.text);
    return answer;
  };

  /**
   * Sends the request again while the first one's data waits for the disk.
   * @returns the second answer, and the moment when it arrived
   */
  async function again(
    once: () => Promise<Answer>,
    behind?: Entry['call'],
  ): Promise<readonly [Answer, moment: number]> {
    const from = lab.recording.length();
    lab.recording.setRules([`sync *-wal 1 0 ${SLOW_MS}`]);
    const first = once();
    while (!isWritten(from, behind)) await sleep(5);
    const second = await once();
    const moment = lab.recording.length();
    lab.recording.setRules([]);
    await first;
    return [second, moment];
  }

  /** Returns whether SQLite's log was written after a moment, and after another call. */
  function isWritten(from: number, behind: Entry['call'] | undefined): boolean {
    const entries = lab.recording.entries();
    const logs = new Set(
      entries.flatMap(({ path, file }) => (path === 'formstead.db-wal' ? [file] : [])),
    );
    const since = entries.filter(({ end }) => end > from);
    const first = behind === undefined ? 0 : since.findIndex(({ call }) => call === behind);
    const isLog = ({ call, file }: Entry): boolean => call === 'write' && logs.has(file);
    return first !== -1 && since.slice(first).some(isLog);
  }

  /** Returns the state after a power cut at a moment that loses everything that was not synced. */
  async function stateAt(moment: number): Promise<string> {
    const disk = new Disk(lab.start);
    for (const entry of lab.recording.entries()) if (entry.end <= moment) disk.follow(entry);
    await rm(join(lab.folder, 'state'), { recursive: true, force: true });
    return await writeState(lab, disk, NOTHING);
  }

  /** Creates an object. @returns its path */
  async function make(thing: string, value: string, path: string, call: Call): Promise<string> {
    const note = lab.ledger.attempt(thing, value);
    const made = await send('POST', path, call);
    note(lab.recording.length());
    return `${path}/${String(made.at('id') ?? made.at('formId'))}`;
  }

  const makeForm = (id: string): Promise<string> => {
    const body = { id, templateId: lab.prepared.templateId };
    return make(`form ${id}`, 'draft', '/v2/formz', { body }).then(() => `/v2/formz/${id}`);
  };
  const makeUser = (name: string): Promise<string> =>
    make(`user ${name}`, 'made', '/scim/v2/Users', scim(user(name, 'made')));

  /** Each creates its object, and returns the request and the state after sending it once or twice. */
  const REPEATED: Readonly<Record<string, (id: string) => Promise<Repeated>>> = {
    'a form that is made': async (id) => {
      const body = { id, templateId: lab.prepared.templateId };
      return { thing: `form ${id}`, value: 'draft', sending: ['POST', '/v2/formz', { body }] };
    },
    'answers that are saved': async (id) => {
      const body = { fields: { notes: { text: 'saved' } } };
      const sending = ['PATCH', await makeForm(id), { body }] as const;
      return { thing: `form ${id}`, value: 'draft saved', sending };
    },
    'a form that is completed': async (id) => {
      const path = `${await makeForm(id)}/status`;
      const sending = ['POST', path, { body: { status: 'complete' } }] as const;
      return { thing: `form ${id}`, value: 'complete', sending };
    },
    'a form that is completed in a browser': async (id) => {
      await makeForm(id);
      const path = `/app/v1/forms/${id}/complete`;
      const sending = ['POST', path, { body: {}, ...inBrowser }] as const;
      return { thing: `form ${id}`, value: 'complete', sending };
    },
    'a file that is attached': async (id) => {
      const query = `?id=${id}&field=photo&fileName=a.png`;
      const path = `${await makeForm(uuid(random))}/attachments${query}`;
      const value = createHash('sha256').update(PNG).digest('hex');
      const call = { body: PNG, headers: { 'content-type': 'image/png' } };
      // The file is registered before it is stored.
      return { thing: `file ${id}`, value, sending: ['POST', path, call], behind: 'rename' };
    },
    'a user that is patched': async (id) => {
      const call = patch({ op: 'replace', path: 'title', value: 'patched' });
      const sending = ['PATCH', await makeUser(id), call] as const;
      return { thing: `user ${id}`, value: 'patched', sending };
    },
    'a user that is deleted': async (id) => {
      const sending = ['DELETE', await makeUser(id), {}] as const;
      return { thing: `user ${id}`, value: undefined, sending };
    },
    'a user that is deleted in Bulk': async (id) => {
      const path = (await makeUser(id)).replace('/scim/v2', '');
      const body = scim({ schemas: [BULK_REQUEST], Operations: [{ method: 'DELETE', path }] });
      return { thing: `user ${id}`, value: undefined, sending: ['POST', '/scim/v2/Bulk', body] };
    },
    'a group that is deleted': async (id) => {
      const body = scim({ schemas: [GROUP], displayName: id });
      const group = await make(`group ${id}`, groupValue([]), '/scim/v2/Groups', body);
      return { thing: `group ${id}`, value: undefined, sending: ['DELETE', group, {}] };
    },
    'a user that is put': async (id) => {
      const sending = ['PUT', await makeUser(id), scim(user(id, 'put'))] as const;
      return { thing: `user ${id}`, value: 'put', sending };
    },
    'a member that is added': async (id) => {
      const path = await makeUser(`${id}-member`);
      const body = scim({ schemas: [GROUP], displayName: id });
      const group = await make(`group ${id}`, groupValue([]), '/scim/v2/Groups', body);
      const value = [{ value: path.split('/').at(-1) }];
      const sending = ['PATCH', group, patch({ op: 'add', path: 'members', value })] as const;
      return { thing: `group ${id}`, value: groupValue([`${id}-member`]), sending };
    },
  };

  for (const [what, begin] of Object.entries(REPEATED)) {
    test(`${what} again while the first time waits for the disk is kept once the second is answered`, async () => {
      const { thing, value, sending, behind } = await begin(uuid(random));
      const note = lab.ledger.attempt(thing, value);
      const [, moment] = await again(() => send(...sending), behind);
      note(moment);
      assert.deepEqual(await faultsAt(lab, await stateAt(moment), moment), []);
    });
  }

  test('a cursor of the change feed is good after a power cut, also one that rests on what another poller did', async () => {
    const { token } = lab.prepared;
    await makeForm(uuid(random));
    const [answer, moment] = await again(() => send('GET', '/v2/formz?changedSince=0'));
    const cursor = answer.headers['x-change-cursor'] ?? '';
    assert.notEqual(cursor, '');
    assert.equal(await statusAfterwards(moment, cursor, token), 200);
  });

  /** Returns the status of a poll with a cursor, on the state after the power cut. */
  async function statusAfterwards(moment: number, cursor: string, token: string): Promise<number> {
    const dataDir = await stateAt(moment);
    const { accountId, clientId, clientSecret, env } = lab.prepared;
    const account = { accountId, accountCode: '', userId: '', clientId, clientSecret };
    const node = await startInstance(engine, {
      storage: { dataDir, databaseUrl: undefined },
      account,
      env: { ...env, FORMSTEAD_DATA_DIR: dataDir },
    });
    const answer = await node.request('GET', `/v2/formz?changedSince=${cursor}`, { token });
    await node.close();
    return answer.status;
  }
});
