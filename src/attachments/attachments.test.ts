// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpsRequest } from 'node:https';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { FormActor } from '#form-basics/form.ts';
import { FILE_DEFINITION, JPEG, JPEG_HEAD, PNG } from '../../test/support/attachments.ts';
import { adminBrowser, type Browser, openBrowser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../test/support/instance.ts';
import { removeUnnamed } from './clean-up.ts';

const PASSWORD = 'four green kettles in march';
const MIB = 1_048_576;
const DAY_MS = 86_400_000;
const FILE = { name: 'site.png', type: 'image/png', size: PNG.length };

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let ann: Browser;
  let bob: Browser;
  let annId: string;
  let templateId: string;
  const actor = (userId: string, role: FormActor['role']): FormActor => ({
    accountId: node.account.accountId,
    userId,
    role,
    via: 'api',
  });
  const newForm = async (by = actor(annId, 'member')): Promise<string> => {
    const { db, forms } = node.services;
    const { form } = await db.transaction((tx) => forms.createForm(tx, by, { templateId }));
    return form.id;
  };
  const addMember = async (userName: string): Promise<string> => {
    const made = await admin.send('POST', '/app/v1/users', {
      body: { userName, displayName: userName, password: PASSWORD },
    });
    return String(made.at('id'));
  };
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    annId = await addMember('ann');
    await addMember('bob');
    ann = openBrowser(node);
    await ann.signIn('ann', PASSWORD);
    bob = openBrowser(node);
    await bob.signIn('bob', PASSWORD);
    const { db, forms } = node.services;
    templateId = await db.transaction(async (tx) => {
      const by = actor(node.account.userId, 'admin');
      const input = { name: 'Inspection', definition: FILE_DEFINITION, openToAll: true };
      const { id } = await forms.createTemplate(tx, by, input);
      await forms.publishTemplate(tx, by, id);
      return id;
    });
  });
  after(() => node.close());

  const upload = (
    browser: Browser,
    formId: string,
    {
      body = PNG,
      type = 'image/png',
      ...query
    }: { body?: Buffer | string; type?: string; [name: string]: unknown } = {},
  ): Promise<Answer> => {
    const parameters = new URLSearchParams({ field: 'photo', fileName: 'site.png' });
    for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
    const path = `/app/v1/forms/${formId}/attachments?${parameters}`;
    return browser.send('POST', path, { body, headers: { 'content-type': type } });
  };
  /** Begins a request that the test writes and ends itself. */
  const begin = (formId: string, headers: Readonly<Record<string, string>>) =>
    httpsRequest({
      host: 'localhost',
      port: node.server.port,
      ca: node.ca,
      method: 'POST',
      path: `/app/v1/forms/${formId}/attachments?field=photo`,
      headers: {
        'content-type': 'image/png',
        'sec-fetch-site': 'same-origin',
        cookie: `__Host-sid=${ann.cookie()}`,
        ...headers,
      },
    });
  const filesOf = async (formId: string): Promise<readonly string[]> => {
    const path = `/v2/formz/${formId}/attachments`;
    const answer = await node.request('GET', path);
    assert.equal(answer.status, 200, answer.text);
    assert.ok(Array.isArray(answer.body));
    return answer.body.map(({ id }) => id);
  };
  const newId = () => node.services.ids.next();

  test('a photo is stored, told of, and read back byte by byte, in the browser and with a token', async () => {
    const formId = await newForm();
    const id = newId();
    const made = await upload(ann, formId, { id, fileName: 'Foto (1) ümlaut 写真.png' });
    assert.equal(made.status, 201, made.text);
    const url = `/app/v1/forms/${formId}/attachments/${id}`;
    const { createdAt: _, ...rest } = Object(made.body);
    assert.deepEqual(rest, {
      id,
      name: 'Foto (1) ümlaut 写真.png',
      type: 'image/png',
      size: PNG.length,
      field: 'photo',
      url,
    });
    assert.equal(made.headers['location'], url);
    const read = await ann.send('GET', url);
    assert.equal(read.status, 200);
    assert.deepEqual(read.bytes, PNG);
    const headers = {
      'content-type': 'image/png',
      'content-length': String(PNG.length),
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'content-disposition':
        'inline; filename="Foto (1) _mlaut __.png"; filename*=UTF-8\'\'Foto%20%281%29%20%C3%BCmlaut%20%E5%86%99%E7%9C%9F.png',
    };
    for (const [name, value] of Object.entries(headers)) assert.equal(read.headers[name], value);
    const etag = read.headers['etag'] ?? '';
    const again = await ann.send('GET', url, { headers: { 'if-none-match': etag } });
    assert.deepEqual([again.status, again.bytes.length], [304, 0]);
    const byToken = await node.request('GET', `/v2/formz/${formId}/attachments/${id}`);
    assert.deepEqual(byToken.bytes, PNG);
    assert.deepEqual(await filesOf(formId), [id]);
  });

  test('a program uploads with its token, and the form it reads leads to the bytes', async () => {
    const formId = await newForm();
    const path = `/v2/formz/${formId}/attachments?field=signature&fileName=s.jpg`;
    const headers = { 'content-type': 'image/jpeg; charset=binary' };
    const made = await node.request('POST', path, { body: JPEG, headers });
    assert.equal(made.status, 201, made.text);
    assert.match(String(made.at('url')), new RegExp(`^${node.baseUrl}/v2/formz/${formId}/`));
    const read = await node.request('GET', String(made.at('url')).slice(node.baseUrl.length));
    assert.deepEqual(read.bytes, JPEG);
  });

  test('who sends the same file again is told that it is there; another file with its id is refused', async () => {
    const formId = await newForm();
    const id = newId();
    assert.equal((await upload(ann, formId, { id })).status, 201);
    assert.equal((await upload(ann, formId, { id: id.toUpperCase() })).status, 200);
    const other = await upload(ann, formId, { id, body: JPEG_HEAD, type: 'image/jpeg' });
    assert.deepEqual([other.status, other.at('code')], [409, 'attachment-exists']);
    const elsewhere = await upload(ann, await newForm(), { id });
    assert.deepEqual([elsewhere.status, elsewhere.at('code')], [409, 'attachment-exists']);
    const signature = await upload(ann, formId, { id, field: 'signature' });
    assert.equal(signature.status, 409);
    assert.deepEqual(await filesOf(formId), [id]);
  });

  test('the same file sent eight times at once is one file', async () => {
    const formId = await newForm();
    const id = newId();
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(ann, formId, { id })));
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 200, 201]);
    assert.deepEqual(await filesOf(formId), [id]);
    const { db, clock } = node.services;
    const loose = await db.reader.selectFrom('loose_files').selectAll().execute();
    assert.deepEqual(loose, [], `none are left over at ${clock.now()}`);
  });

  test('names are shown as text, and never lead anywhere', async () => {
    const formId = await newForm();
    for (const [sent, shown] of [
      ['../../../etc/passwd', 'passwd'],
      ['..\\..\\windows\\system32\\evil.png', 'evil.png'],
      ['/', 'file'],
      ['..', 'file'],
      ['', 'file'],
      ['a"b; filename=x.html', 'a"b; filename=x.html.png'],
      ['x\r\nset-cookie: a=b', 'xset-cookie: a=b'],
      ['invoice\u202Egnp.exe', 'invoicegnp.exe.png'],
      ['con.png', 'con.png'],
      [`${'é'.repeat(251)}.png`, `${'é'.repeat(251)}.png`],
    ] as const) {
      const made = await upload(ann, formId, { fileName: sent });
      assert.equal(made.status, 201, `${sent} ${made.text}`);
      assert.equal(made.at('name'), shown);
      const read = await ann.send('GET', String(made.at('url')));
      assert.equal(read.status, 200);
      const disposition = read.headers['content-disposition'] ?? '';
      assert.match(disposition, /^inline; filename="[^"\\]*"; filename\*=UTF-8''[\w.%!~-]*$/);
      assert.equal(decodeURIComponent(disposition.split("''")[1] ?? ''), shown);
    }
    const long = await upload(ann, formId, { fileName: `${'a'.repeat(252)}.png` });
    assert.deepEqual([long.status, long.at('at')], [400, 'fileName']);
    const half = await ann.send(
      'POST',
      `/app/v1/forms/${formId}/attachments?field=photo&fileName=%00.png`,
      { body: PNG, headers: { 'content-type': 'image/png' } },
    );
    assert.equal(half.status, 400);
  });

  test('what is not what it says, and what a browser could run, is refused', async () => {
    const formId = await newForm();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const [type, body, status] of [
      ['image/svg+xml', svg, 415],
      ['text/html', '<p>hello</p>', 415],
      ['application/json', '{}', 415],
      ['application/octet-stream', PNG, 415],
      ['multipart/form-data; boundary=x', PNG, 415],
      ['', PNG, 415],
      ['image/png', svg, 400],
      ['image/png', JPEG_HEAD, 400],
      ['image/jpeg', PNG, 400],
      ['image/heic', PNG, 400],
      ['application/pdf', PNG, 400],
      ['text/plain', svg, 400],
      ['text/plain', `\uFEFF \n<!DOCTYPE html><p>`, 400],
      ['text/csv', Buffer.from('a,b\0c'), 400],
      ['text/csv', Buffer.concat([Buffer.alloc(9000, 'a'), Buffer.alloc(1)]), 400],
      ['application/msword', 'MZ', 400],
      ['image/png', '', 400],
    ] as const) {
      const answer = await upload(ann, formId, { type, body });
      assert.equal(answer.status, status, `${type} ${answer.text}`);
      const code = status === 415 ? 'unsupported-media-type' : 'invalid-attachment';
      assert.equal(answer.at('code'), code, type);
    }
    const other = await upload(ann, formId, { type: 'image/jpeg', body: PNG });
    assert.equal(other.at('type'), 'urn:formstead:error:invalid-attachment');
    assert.equal(other.at('mediaType'), 'image/jpeg');
    const zipped = { 'content-type': 'image/png', 'content-encoding': 'gzip' };
    const path = `/app/v1/forms/${formId}/attachments?field=photo`;
    assert.equal((await ann.send('POST', path, { body: PNG, headers: zipped })).status, 415);
    assert.deepEqual(await filesOf(formId), []);
  });

  test('a file that is no image is downloaded, never shown in the page', async () => {
    const formId = await newForm();
    const made = await upload(ann, formId, { type: 'text/csv', body: 'a,b\r\n1,2\r\n' });
    const read = await ann.send('GET', String(made.at('url')));
    assert.match(read.headers['content-disposition'] ?? '', /^attachment; /);
    assert.equal(read.headers['content-type'], 'text/csv');
  });

  test('a file answers a question that takes files, those in repeated panels too; a signature is an image', async () => {
    const formId = await newForm();
    for (const field of ['site', 'nothing', '__proto__', 'constructor']) {
      const answer = await upload(ann, formId, { field });
      assert.deepEqual([answer.status, answer.at('at')], [400, 'field'], field);
    }
    assert.equal((await upload(ann, formId, { field: 'picture' })).status, 201);
    const text = { field: 'signature', type: 'text/plain', body: 'Ann' };
    const drawn = await upload(ann, formId, text);
    assert.deepEqual([drawn.status, drawn.at('faults', 0, 'at')], [422, 'signature']);
    const bad = await upload(ann, formId, { id: '../../x' });
    assert.deepEqual([bad.status, bad.at('at')], [400, 'id']);
  });

  test('ten MiB are taken, and not a byte more', async () => {
    const formId = await newForm();
    const most = Buffer.concat([PNG, Buffer.alloc(10 * MIB - PNG.length)]);
    assert.equal((await upload(ann, formId, { body: most })).status, 201);
    const more = Buffer.concat([most, Buffer.alloc(1)]);
    const announced = await upload(ann, formId, { body: more });
    assert.deepEqual([announced.status, announced.at('code')], [413, 'body-too-large']);
    assert.match(announced.text, /10485760/);
    const streamed = begin(formId, { 'transfer-encoding': 'chunked' });
    const [answer] = await Promise.all([once(streamed, 'response'), streamed.end(more)]);
    assert.equal(answer[0].statusCode, 413);
    assert.equal((await filesOf(formId)).length, 1);
  });

  test('only who sees a form reads its files, and no file is read through another form', async () => {
    const formId = await newForm();
    const made = await upload(ann, formId);
    const id = String(made.at('id'));
    const url = String(made.at('url'));
    assert.equal((await admin.send('GET', url)).status, 200);
    const other = await newForm(actor(node.account.userId, 'admin'));
    for (const [who, method, path] of [
      [bob, 'GET', url],
      [bob, 'DELETE', url],
      [bob, 'GET', `/app/v1/forms/${other}/attachments/${id}`],
      [ann, 'GET', `/app/v1/forms/${other}/attachments/${id}`],
      [admin, 'GET', `/app/v1/forms/${other}/attachments/${id}`],
      [admin, 'DELETE', `/app/v1/forms/${other}/attachments/${id}`],
      [admin, 'GET', `/app/v1/forms/${formId}/attachments/${newId()}`],
      [admin, 'GET', `/app/v1/forms/${formId}/attachments/..%2f..%2f${id}`],
    ] as const) {
      const answer = await who.send(method, path);
      assert.deepEqual([answer.status, answer.at('code')], [404, 'not-found'], path);
    }
    const refused = await upload(bob, formId);
    assert.equal(refused.status, 404, refused.text);
    assert.deepEqual(await filesOf(formId), [id]);
    const stranger = await node.addAccount('Other');
    const token = await node.token(stranger.clientId, stranger.clientSecret);
    const path = `/v2/formz/${formId}/attachments`;
    assert.equal((await node.request('GET', `${path}/${id}`, { token })).status, 404);
    assert.equal((await node.request('GET', path, { token })).status, 404);
  });

  test('a complete form takes no files and gives none away', async () => {
    const formId = await newForm();
    const url = String((await upload(ann, formId)).at('url'));
    const body = { status: 'complete' };
    const done = await node.request('POST', `/v2/formz/${formId}/status`, { body });
    assert.equal(done.status, 200, done.text);
    assert.equal((await upload(ann, formId)).at('code'), 'form-state');
    assert.equal((await ann.send('DELETE', url)).at('code'), 'form-state');
    assert.equal((await ann.send('GET', url)).status, 200);
  });

  test('a file that the answers name stays; one that they do not is deleted with its bytes', async () => {
    const formId = await newForm();
    const made = await upload(ann, formId);
    const id = String(made.at('id'));
    const url = String(made.at('url'));
    const { db, forms, files, clock } = node.services;
    const edit = (photo: readonly object[]) =>
      db.transaction((tx) =>
        forms.editForm(tx, actor(annId, 'member'), formId, {
          answers: { photo: photo.map((one) => ({ ...one })) },
        }),
      );
    await edit([{ id, name: 'site.png', type: 'image/png', size: PNG.length }]);
    const used = await ann.send('DELETE', url);
    assert.deepEqual([used.status, used.at('code')], [409, 'attachment-used']);
    await edit([]);
    const row = await db.reader
      .selectFrom('attachments')
      .select('storage_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal((await ann.send('DELETE', url)).status, 204);
    assert.equal((await ann.send('DELETE', url)).status, 404);
    await removeUnnamed({ db, files, clock: { now: () => clock.now() + 2 * 3_600_000 } });
    assert.equal(await files.open(row.storage_key), undefined);
  });

  test('a client that goes away half-way leaves neither a row nor a file', async () => {
    const formId = await newForm();
    const { db, files, clock } = node.services;
    const request = begin(formId, { 'content-length': String(5 * MIB) });
    request.on('error', () => undefined); // the request is destroyed on purpose
    request.write(Buffer.concat([PNG, Buffer.alloc(MIB)]));
    for (let noted = 0; noted === 0; await setTimeout(20)) {
      noted = (await db.reader.selectFrom('loose_files').selectAll().execute()).length;
    }
    request.destroy();
    let loose: readonly unknown[] = [{}];
    for (let waited = 0; waited < 5000 && loose.length > 0; waited += 50) {
      await setTimeout(50);
      loose = await db.reader.selectFrom('loose_files').selectAll().execute();
    }
    assert.deepEqual(loose, []);
    assert.deepEqual(await filesOf(formId), []);
    assert.equal((await upload(ann, formId)).status, 201, 'and the next one works');
    await removeUnnamed({ db, files, clock });
  });

  test('a file that no answer names goes after a day, one that is named stays, with forms that stay', async () => {
    const { db, forms, files, clock } = node.services;
    const formId = await newForm();
    const named = String((await upload(ann, formId, { field: 'picture' })).at('id'));
    const orphan = String((await upload(ann, formId)).at('id'));
    await db.transaction((tx) =>
      forms.editForm(tx, actor(annId, 'member'), formId, {
        answers: { defects: [{ picture: [{ id: named, ...FILE }] }] },
      }),
    );
    const later = (ms: number) =>
      removeUnnamed({ db, files, clock: { now: () => clock.now() + ms } });
    await later(DAY_MS - 60_000);
    assert.deepEqual(await filesOf(formId), [named, orphan].sort());
    await later(DAY_MS + 60_000);
    assert.deepEqual(await filesOf(formId), [named]);
    await later(3 * DAY_MS);
    assert.deepEqual(await filesOf(formId), [named]);
  });

  test('a form has a hundred files at most', async () => {
    const formId = await newForm();
    for (let i = 0; i < 100; i += 10) {
      const made = await Promise.all(Array.from({ length: 10 }, () => upload(ann, formId)));
      for (const answer of made) assert.equal(answer.status, 201, answer.text);
    }
    const more = await upload(ann, formId);
    assert.deepEqual([more.status, more.at('code')], [400, 'invalid-attachment']);
  });
});
