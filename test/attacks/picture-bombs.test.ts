// A user who can fill in a form attaches pictures that take gigabytes to decode, and exports the form as PDF.
// Nightly: it draws large pictures and a long form.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { FILE_DEFINITION, JPEG } from '../support/attachments.ts';
import { envOf } from '../support/command-line.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { type Answer, type Call, startInstance } from '../support/instance.ts';
import { type KilledServer, killedServer } from '../support/killed-server.ts';
import { memoryOf } from '../support/memory-of.ts';
import { type Bomb, pictureBombs } from '../support/picture-bombs.ts';

const MOST_MEMORY = 512 * 1_048_576;

const assertBounded = (most: number): void =>
  assert.ok(most < MOST_MEMORY, `${Math.round(most / 1_048_576)} MB`);

forEngineOrBoth('sqlite', (engine) => {
  let bombs: readonly Bomb[];
  let server: KilledServer;
  let token: string;
  let formId: string;
  /** A form in another account, and a token for it. */
  let other: { readonly token: string; readonly formId: string };
  let most = 0;
  let watch: NodeJS.Timeout;

  before(async () => {
    bombs = await pictureBombs();
    const storage = await engine.fresh('any');
    const fixed = { FORMSTEAD_PUBLIC_URL: 'https://localhost:8443' };
    const node = await startInstance(engine, { storage, env: fixed });
    token = await node.adminToken();
    const { db, forms } = node.services;
    const by = { ...node.account, role: 'admin', via: 'api' } as const;
    const addForm = (author: typeof by) =>
      db.transaction(async (tx) => {
        const input = { name: 'Visit', definition: FILE_DEFINITION };
        const { id: templateId } = await forms.createTemplate(tx, author, input);
        await forms.publishTemplate(tx, author, templateId);
        return (await forms.createForm(tx, author, { templateId })).form.id;
      });
    formId = await addForm(by);
    const account = await node.addAccount('Other');
    other = {
      token: await node.token(account.clientId, account.clientSecret),
      formId: await addForm({ ...by, ...account }),
    };
    await node.close();
    server = killedServer({ ...envOf(storage), ...fixed, FORMSTEAD_DATA_DIR: storage.dataDir });
    await server.start();
    watch = setInterval(() => {
      most = Math.max(most, memoryOf(server.pid));
    }, 10);
  });
  after(async () => {
    clearInterval(watch);
    await server.kill();
  });

  const call = (method: string, path: string, sent: Call = {}): Promise<Answer> =>
    server.request(method, path, { token, ...sent });
  const attach = ({ type, bytes }: Pick<Bomb, 'type' | 'bytes'>) =>
    call('POST', `/v2/formz/${formId}/attachments?field=photo&fileName=a`, {
      body: bytes,
      headers: { 'content-type': type },
    });

  test('each picture that takes too much to be read is refused, and the service goes on', async () => {
    for (const bomb of bombs) {
      const answer = await attach(bomb);
      const said = `${bomb.name} (${bomb.bytes.length} bytes): ${answer.text}`;
      if (!bomb.isHarmless || answer.status !== 201) {
        assert.deepEqual([answer.status, answer.at('code')], [422, 'unreadable-picture'], said);
      }
      assert.equal((await call('GET', '/v2/formz')).status, 200, bomb.name);
      assert.equal((await attach({ type: 'image/jpeg', bytes: JPEG })).status, 201, bomb.name);
    }
    assertBounded(most);
  });

  test('a form that takes long to draw keeps nobody else from a PDF', async () => {
    const fields = { notes: { value: 'a word '.repeat(100_000) } };
    const saved = await call('PATCH', `/v2/formz/${formId}`, { body: { fields } });
    assert.equal(saved.status, 200, saved.text);

    const ended: string[] = [];
    const printing = print({ token, formId }).finally(() => ended.push('the long one'));
    const others = (async () => {
      while (!ended.includes('the long one')) {
        assert.equal((await call('GET', '/v2/formz')).status, 200);
        await sleep(20);
      }
    })();
    const theirs = print(other).finally(() => ended.push('of another account'));
    await Promise.all([printing, theirs, others]);
    assert.deepEqual(ended, ['of another account', 'the long one']);
    assertBounded(most);
  });

  /** Exports the form as PDF and waits for the file. */
  async function print(of: typeof other): Promise<Buffer> {
    const get = (path: string) => call('GET', path, { token: of.token });
    const path = `/v2/formz/${of.formId}/exports`;
    const asked = await call('POST', path, { body: { type: 'pdf' }, token: of.token });
    assert.equal(asked.status, 202, asked.text);
    const queue = new URL(String(asked.headers['location'])).pathname;
    for (;;) {
      const state = await get(queue);
      assert.notEqual(state.at('status'), 'Failed', state.text);
      if (state.at('status') === 'Completed') {
        const made = await get(new URL(String(state.at('redirectUrl'))).pathname);
        return (await get(new URL(String(made.at('link'))).pathname)).bytes;
      }
      await sleep(100);
    }
  }
});
