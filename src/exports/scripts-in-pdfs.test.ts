// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { JsonObject } from '#kernel/json.ts';
import { adminBrowser, type Browser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../test/support/instance.ts';
import { linesOfPdf } from '../../test/support/pdf-text.ts';

const DEFINITION: JsonObject = {
  elements: [
    { type: 'text', name: 'greeting', title: 'تحية' },
    { type: 'comment', name: 'note', title: 'ملاحظة' },
  ],
};
const seen = (letters: string): string => [...letters].toReversed().join('');

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let templateId: string;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const { db, forms } = node.services;
    const { accountId, userId } = node.account;
    const by = { accountId, userId, role: 'admin', via: 'api' } as const;
    const make = { name: 'تقرير', definition: DEFINITION, openToAll: true };
    templateId = await db.transaction(async (tx) => {
      const { id } = await forms.createTemplate(tx, by, make);
      await forms.publishTemplate(tx, by, id);
      return id;
    });
  });
  after(() => node.close());

  const create = async (answers: JsonObject): Promise<string> => {
    const body = { templateId, name: 'تقرير يومي', answers };
    const made = await admin.send('POST', '/app/v1/forms', { body });
    assert.equal(made.status, 201, made.text);
    return String(made.at('id'));
  };
  const exported = async (body: object): Promise<Answer> => {
    const begun = await admin.send('POST', '/app/v1/exports', { body });
    assert.equal(begun.status, 202, begun.text);
    for (let waited = 0; waited < 30_000; waited += 25) {
      const job = await admin.send('GET', String(begun.headers['location']));
      if (job.at('finishedAt') !== undefined) return job;
      await setTimeout(25);
    }
    throw new Error('the export never ends');
  };
  const download = (job: Answer, n = 0) => admin.send('GET', String(job.at('files', n, 'url')));

  test('the PDF of an Arabic form has its words in the order in which they are read', async () => {
    const formId = await create({ greeting: 'مرحبا بالعالم 123 اختبار', note: 'שלום עולם (12)' });
    const job = await exported({ kind: 'pdf', formId });
    assert.equal(job.at('problemCount'), 0, job.text);
    const [page = []] = linesOfPdf((await download(job)).bytes);
    const texts = page.map(({ text }) => text);
    assert.ok(texts.includes(`${seen('اختبار')} 123 ${seen('مرحبا بالعالم')}`), texts.join('\n'));
    assert.ok(texts.includes(`(12) ${seen('שלום עולם')}`), texts.join('\n'));
  });

  test('every character that no font has is named to the person who exports, in one PDF and in many', async () => {
    const formId = await create({ greeting: '日本 नम', note: 'Straße' });
    const characters = ['U+65E5', 'U+672C', 'U+0928', 'U+092E'];
    for (const body of [
      { kind: 'pdf', formId },
      { kind: 'pdf', templateId },
    ]) {
      const job = await exported(body);
      assert.deepEqual([job.at('state'), job.at('problemCount')], ['done', 1], job.text);
      assert.equal(job.at('problems', 0, 'formId'), formId);
      assert.equal(job.at('problems', 0, 'reason'), 'missing-characters');
      assert.deepEqual(job.at('problems', 0, 'characters'), characters);
      const { text } = await download(job, 1);
      assert.match(text, new RegExp(`^form_id,form,problem,characters\\r\\n${formId},`));
      for (const each of ['日 U+65E5', '本 U+672C', 'न U+0928', 'म U+092E']) {
        assert.ok(text.includes(each), text);
      }
    }
  });

  test('the PDF of a trial run names the characters that no font has', async () => {
    const print = (greeting: string) =>
      admin.send('POST', '/app/v1/templates/preview/pdf', {
        body: { name: 'Trial', definition: DEFINITION, answers: { greeting } },
      });
    const missing = (await print('日本')).headers['formstead-missing-characters'];
    assert.equal(missing, 'U+65E5 U+672C');
    assert.equal((await print('مرحبا')).headers['formstead-missing-characters'], undefined);
  });

  test('over /v2 the export of a form says which characters no font has', async () => {
    const formId = await create({ greeting: '日' });
    const begun = await node.request('POST', `/v2/formz/${formId}/exports`, {
      body: { type: 'pdf' },
    });
    const path = `/v2/formz/${formId}/exports/${begun.at('id')}`;
    let made = await node.request('GET', path);
    while (made.at('status') !== 'Completed') {
      await setTimeout(25);
      made = await node.request('GET', path);
    }
    assert.match(
      String(made.at('problems', 0)),
      /No font has some of its characters.* 日 U\+65E5$/,
    );
  });
});
