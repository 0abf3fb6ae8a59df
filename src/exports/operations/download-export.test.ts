// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser, openBrowser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../../test/support/instance.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';

const PASSWORD = 'four green kettles in march';

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let eve: Browser;
  let eveId: string;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const body = { userName: 'eve', displayName: 'Eve', password: PASSWORD };
    eveId = String((await admin.send('POST', '/app/v1/users', { body })).at('id'));
    eve = openBrowser(node);
    await eve.signIn('eve', PASSWORD);
  });
  after(() => node.close());

  const send = async (method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await admin.send(method, `/app/v1${path}`, body && { body });
    assert.ok(answer.status < 300, answer.text);
    return answer;
  };
  /** @returns what Eve made of it */
  const exported = async (body: object): Promise<Answer> => {
    const begun = await eve.send('POST', '/app/v1/exports', { body });
    assert.equal(begun.status, 202, begun.text);
    const url = String(begun.headers['location']);
    await waitUntil(async () => (await eve.send('GET', url)).at('state') === 'done');
    return eve.send('GET', url);
  };
  const download = (job: Answer) => eve.send('GET', String(job.at('files', 0, 'url')));

  test('what somebody may no longer see is no longer downloaded', async () => {
    const definition = { elements: [{ type: 'text', name: 'site' }] };
    const made = await send('POST', '/templates', { name: 'Visit', definition });
    const templateId = String(made.at('id'));
    await send('POST', `/templates/${templateId}/publish`, {});
    const form = await send('POST', '/forms', { templateId, answers: { site: 'Dam' } });
    const rights = { fill: true, see: 'all', edit: false, assign: false, manage: false };
    const path = `/templates/${templateId}/rights/${eveId}`;
    await send('PUT', path, rights);
    const jobs = [
      await exported({ kind: 'json', templateId }),
      await exported({ kind: 'pdf', formId: form.at('id') }),
    ];
    for (const job of jobs) assert.equal((await download(job)).status, 200);
    await send('PUT', path, { ...rights, see: 'own' });
    const { items } = JSON.parse((await eve.send('GET', '/app/v1/exports')).text);
    for (const job of jobs) {
      assert.equal((await download(job)).status, 404);
      const read = await eve.send('GET', `/app/v1/exports/${job.at('id')}`);
      assert.deepEqual([read.at('state'), read.at('files')], ['done', []]);
    }
    assert.deepEqual(
      items.map(({ files }: { readonly files: unknown }) => files),
      [[], []],
    );
    const own = await exported({ kind: 'json', templateId });
    assert.ok(!(await download(own)).text.includes('Dam'));
    await send('PUT', path, rights);
    assert.equal((await download(own)).status, 200, 'who sees more now sees what is in it');
    assert.equal((await download(jobs[0] ?? own)).status, 200);
  });
});
