// Runs the shell commands of docs/integrators.md exactly as they are, in their order.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runShell } from './support/curl.ts';
import { forEngineOrBoth } from './support/engines.ts';
import { startInstance } from './support/instance.ts';

const BLOCK = /<!-- curl:begin -->(.*)<!-- curl:end -->/s;
const FENCE = /```sh\n(.*?)```/gs;

forEngineOrBoth('sqlite', (engine) => {
  test('the lines for integrators work as they stand', async (t) => {
    const node = await startInstance(engine);
    t.after(() => node.close());
    const { account, services, baseUrl, ca } = node;
    const { accountId, userId, clientId, clientSecret } = account;
    const by = { accountId, userId, role: 'admin', via: 'api' } as const;
    const folder = await mkdtemp(join(tmpdir(), 'formstead-integrators-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const caFile = join(folder, 'ca.pem');
    await writeFile(caFile, ca);
    const [, block = ''] = BLOCK.exec(await readFile('docs/integrators.md', 'utf8')) ?? [];
    const lines = [...block.matchAll(FENCE)].map(([, text = '']) => text);
    assert.equal(lines.length, 15);
    const printed = await runShell(`${lines.join('echo\n')}\nprintf '\\n%s' "$ID"`, {
      BASE: baseUrl,
      CA: caFile,
      CLIENT_ID: clientId,
      CLIENT_SECRET: clientSecret,
    });
    const form = await services.forms.readForm(services.db.reader, by, printed.slice(-36));
    assert.deepEqual(
      [form?.status, form?.answers, form?.revision],
      ['complete', { site: 'Dam 7', notes: 'Cracks at the spillway' }, 4],
      printed,
    );
    assert.equal(form?.dueAt, Date.parse('2031-03-31T15:00:00Z'));
    assert.match(printed, /"state":"done".*"reference":"order-4711"/s, 'read back');
    assert.match(printed, /"answers":\{"site":"Dam 7"/, 'found by its answer');
    assert.match(printed, /^x-change-cursor: \S{20,}/im);
    assert.match(printed, /\n\[\]\n/, 'nothing changed since the cursor');
  });
});
