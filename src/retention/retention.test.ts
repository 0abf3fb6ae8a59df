// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cleanFiles } from '#attachments/clean-up.ts';
import type { Reader } from '#db/database.ts';
import { FILE_DEFINITION, PNG } from '../../test/support/attachments.ts';
import { adminBrowser, type Browser, openBrowser } from '../../test/support/browser.ts';
import { makeFinishedBulkAct } from '../../test/support/bulk-acts.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import {
  ADMIN_PASSWORD,
  type Answer,
  type Instance,
  startInstance,
} from '../../test/support/instance.ts';
import { type MailServer, startMailServer } from '../../test/support/mail-server.ts';
import { readStoredRows } from '../../test/support/stored-rows.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { waitsForLock } from '../../test/support/waits-for-lock.ts';
import { applyRules } from './keep-retention.ts';

const DAY_MS = 86_400_000;
/** Nothing else in the database contains it. */
const SECRET = 'Zyxomma';

forEachEngine((engine) => {
  let mail: MailServer;
  let node: Instance;
  let admin: Browser;
  before(async () => {
    mail = await startMailServer();
    node = await startInstance(engine, { env: mail.env });
    admin = await adminBrowser(node);
  });
  after(async () => {
    await node.close();
    await mail.close();
  });

  const ok = (answer: Answer): Answer => {
    assert.ok(answer.status < 300, answer.text);
    return answer;
  };
  const send = async (method: string, path: string, body?: object) =>
    ok(await admin.send(method, `/app/v1${path}`, body && { body }));
  const pass = async (days: number) => {
    node.clock.advance(days * DAY_MS);
    admin = await adminBrowser(node);
  };
  /** @returns the id of a published template */
  const publish = async (name: string): Promise<string> => {
    const made = await send('POST', '/templates', { name, definition: FILE_DEFINITION });
    await send('POST', `/templates/${made.at('id')}/publish`, {});
    return String(made.at('id'));
  };
  /** @returns the id of a complete form that says the secret in its name, an answer, a file and an export */
  const fill = async (templateId: string, site: string): Promise<string> => {
    const name = `Visit of ${site}`;
    const made = await send('POST', '/forms', { templateId, name });
    const id = String(made.at('id'));
    const path = `/app/v1/forms/${id}/attachments?field=photo&fileName=${site}.png`;
    const headers = { 'content-type': 'image/png' };
    const file = ok(await admin.send('POST', path, { body: PNG, headers }));
    const photo = [{ id: file.at('id'), name: `${site}.png`, type: 'image/png', size: PNG.length }];
    const answers = { site, notes: 'stay', photo };
    await send('PATCH', `/forms/${id}`, { revision: 1, answers });
    await send('POST', `/forms/${id}/complete`, {});
    return id;
  };
  const exportOf = async (templateId: string): Promise<string> => {
    const begun = await send('POST', '/exports', { kind: 'json', templateId });
    const url = String(begun.headers['location']);
    await waitUntil(async () => ok(await admin.send('GET', url)).at('finishedAt') !== undefined);
    return url;
  };
  const placesOf = async (text: string): Promise<readonly string[]> => {
    const rows = await readStoredRows(node.services.db);
    const found = (all: readonly string[]) =>
      all.some((row) => row.toLowerCase().includes(text.toLowerCase()));
    return [...rows].filter(([, all]) => found(all)).map(([table]) => table);
  };
  const rule = (templateId: string, body: object) =>
    admin.send('PUT', `/app/v1/templates/${templateId}/retention`, { body });
  const run = () => applyRules(node.services);

  test('forms are deleted once their time is over, a week after people were told, and nothing of them is left', async () => {
    await send('PATCH', `/users/${node.account.userId}`, { email: 'ada@people.example' });
    const templateId = await publish('Site visit');
    const id = await fill(templateId, SECRET);
    const draft = await send('POST', '/forms', { templateId, name: 'Still open' });
    const job = await exportOf(templateId);
    const trial = { action: 'delete', days: 30 };
    const count = async () =>
      (await send('POST', `/templates/${templateId}/retention/trial`, trial)).at('count');
    assert.equal(await count(), 0);
    assert.equal(ok(await rule(templateId, trial)).at('next', 'count'), 1);
    await run();
    await pass(24);
    await run();
    const [letter] = await mail.waitFor('ada@people.example');
    assert.match(
      letter?.text ?? '',
      /1 form of the template “Site visit” will be permanently deleted/,
    );
    await pass(6.5);
    assert.equal(await count(), 1);
    await run();
    ok(await admin.send('GET', `/app/v1/forms/${id}`));
    await pass(0.5);
    await run();
    assert.equal((await admin.send('GET', `/app/v1/forms/${id}`)).status, 404);
    ok(await admin.send('GET', `/app/v1/forms/${draft.at('id')}`));
    assert.equal((await admin.send('GET', job)).status, 404);
    assert.equal((await send('GET', `/templates/${templateId}`)).at('formCount'), 1);
    assert.equal((await send('GET', `/forms?scope=all&q=${SECRET}`)).at('items', 0), undefined);
    assert.deepEqual(await placesOf(SECRET), []);
    assert.equal(mail.taken.length, 1);
    const found = await send('GET', '/audit-events?action=form.purge');
    assert.ok(found.text.includes(id), found.text);
    await cleanFiles(node.services).run();
  });

  test('chosen answers are blanked in forms, deleted ones included, and the others stay', async () => {
    const templateId = await publish('Survey');
    const secret = 'Quokkadale';
    const ids = [await fill(templateId, secret), await fill(templateId, secret)];
    await send('DELETE', `/forms/${ids[1]}`);
    const message = `"site": ${secret} is no site.`;
    const refused = { outcome: 'failed', reason: 'invalid-answers', message } as const;
    const { accountId, userId } = node.account;
    await makeFinishedBulkAct(node.services, accountId, userId, ids[0] ?? '', refused);
    const terms = { action: 'blank', days: 10, countedFrom: 'creation', fields: ['site', 'photo'] };
    ok(await rule(templateId, terms));
    await pass(5);
    await run();
    await pass(7.5);
    await run();
    const form = await send('GET', `/forms/${ids[0]}`);
    assert.deepEqual(
      [form.at('answers'), form.at('name'), form.at('attachments'), form.at('status')],
      [{ notes: 'stay' }, 'Visit of (blanked)', [], 'complete'],
    );
    await send('POST', `/forms/${ids[1]}/restore`, {});
    assert.deepEqual((await send('GET', `/forms/${ids[1]}`)).at('answers'), { notes: 'stay' });
    assert.deepEqual(await placesOf(secret), []);
    const { revision } = Object(form.body);
    await run();
    assert.equal((await send('GET', `/forms/${ids[0]}`)).at('revision'), revision);
  });

  test('a rule that was changed or taken back removes nothing that people were not told of', async () => {
    const templateId = await publish('Changed mind');
    const id = await fill(templateId, 'Heron');
    ok(await rule(templateId, { action: 'delete', days: 1 }));
    await pass(2);
    await run();
    ok(await rule(templateId, { action: 'delete', days: 2 }));
    await pass(8);
    await run();
    ok(await admin.send('GET', `/app/v1/forms/${id}`));
    ok(await rule(templateId, { action: 'keep' }));
    await pass(30);
    await run();
    ok(await admin.send('GET', `/app/v1/forms/${id}`));
    assert.equal((await send('GET', `/templates/${templateId}/retention`)).at('rule'), undefined);
    const kept = await send('GET', '/audit-events?action=template.set-retention');
    assert.deepEqual(kept.at('items', 0, 'detail', 'to'), null);
  });

  test('a rule that is changed or taken back while it is applied removes nothing any more', async () => {
    const { db } = node.services;
    for (const change of [{ action: 'keep' }, { action: 'delete', days: 2 }]) {
      const templateId = await publish('Late change');
      const ids = [await fill(templateId, 'Plover'), await fill(templateId, 'Plover')];
      ok(await rule(templateId, { action: 'delete', days: 1 }));
      await pass(2);
      await run();
      await pass(8);
      let isChanged = false;
      const transaction: typeof db.transaction = async (work) => {
        if (!isChanged) ok(await rule(templateId, change));
        isChanged = true;
        return db.transaction(work);
      };
      await applyRules({ ...node.services, db: { ...db, reader: db.reader, transaction } });
      assert.ok(isChanged);
      for (const id of ids) ok(await admin.send('GET', `/app/v1/forms/${id}`));
    }
  });

  test('a rule that names more fields reaches blanked forms too, and leaves those that hold none of them', async () => {
    const templateId = await publish('Widened');
    const id = await fill(templateId, 'Curlew');
    const terms = { action: 'blank', days: 1, countedFrom: 'creation', fields: ['photo', 'site'] };
    const wider = { ...terms, fields: ['notes', 'photo', 'site'] };
    const trial = async (body: object) =>
      (await send('POST', `/templates/${templateId}/retention/trial`, body)).at('count');
    const letters = () => mail.taken.filter(({ text }) => /1 form .*“Widened” will/s.test(text));
    const apply = async () => {
      const told = letters().length;
      await pass(2);
      await run();
      await waitUntil(() => letters().length > told);
      await pass(7.5);
      await run();
      return await send('GET', `/forms/${id}`);
    };
    ok(await rule(templateId, terms));
    assert.deepEqual((await apply()).at('answers'), { notes: 'stay' });
    assert.deepEqual([await trial(terms), await trial(wider)], [0, 1]);
    assert.equal(ok(await rule(templateId, wider)).at('next', 'count'), 1);
    const blanked = await apply();
    assert.deepEqual(blanked.at('answers'), {});
    ok(await rule(templateId, { ...wider, days: 2 }));
    const { revision } = Object(blanked.body);
    assert.equal((await apply()).at('revision'), revision);
    assert.equal((await send('GET', `/templates/${templateId}/retention`)).at('next'), undefined);
  });

  test('files of a repeated section go with its answers', async () => {
    const templateId = await publish('Defects');
    const made = await send('POST', '/forms', { templateId });
    const id = String(made.at('id'));
    const upload = async (field: string) => {
      const path = `/app/v1/forms/${id}/attachments?field=${field}&fileName=a.png`;
      const headers = { 'content-type': 'image/png' };
      const file = ok(await admin.send('POST', path, { body: PNG, headers }));
      return { id: file.at('id'), name: 'a.png', type: 'image/png', size: PNG.length };
    };
    const [photo, picture] = [await upload('photo'), await upload('picture')];
    const answers = { photo: [photo], defects: [{ picture: [picture] }] };
    await send('PATCH', `/forms/${id}`, { revision: 1, answers });
    const terms = { action: 'blank', days: 1, countedFrom: 'creation', fields: ['defects'] };
    ok(await rule(templateId, terms));
    await pass(2);
    await run();
    await pass(7.5);
    await run();
    const form = await send('GET', `/forms/${id}`);
    assert.deepEqual(form.at('answers'), { photo: [photo] });
    assert.deepEqual(
      [form.at('attachments', 0, 'id'), form.at('attachments', 1)],
      [photo.id, undefined],
    );
  });

  test('an export that finishes while a form is erased is deleted with it', async () => {
    const templateId = await publish('Racing');
    await fill(templateId, 'Dunlin');
    const url = await exportOf(templateId);
    ok(await rule(templateId, { action: 'delete', days: 1 }));
    await pass(2);
    await run();
    await pass(7.5);
    const { db } = node.services;
    const change = (on: Reader, columns: object) =>
      on.updateTable('export_jobs').set(columns).where('template_id', '=', templateId).execute();
    const running = { state: 'running', finished_at: null, leased_until: Number.MAX_SAFE_INTEGER };
    await change(db.reader, { ...running, expires_at: Number.MAX_SAFE_INTEGER });
    let erasing: Promise<void> | undefined;
    await db.transaction(async (tx) => {
      await change(tx, { state: 'done', finished_at: node.clock.now() });
      erasing ??= run();
      // SQLite has one writer at a time.
      if (db.engine === 'postgres') await waitUntil(() => waitsForLock(db));
    });
    await erasing;
    assert.equal((await admin.send('GET', url)).status, 404);
  });

  test('an export that is asked for while a form is erased has nothing of the form', async () => {
    const templateId = await publish('Asked meanwhile');
    const id = await fill(templateId, 'Turnstone');
    ok(await rule(templateId, { action: 'delete', days: 1 }));
    await pass(2);
    await run();
    await pass(7.5);
    const { db } = node.services;
    const isErased = async (tx: Reader) =>
      (await tx.selectFrom('forms').select('id').where('id', '=', id).execute()).length === 0;
    const isExported = async () =>
      (
        await db.reader
          .selectFrom('export_jobs')
          .select('finished_at')
          .where('template_id', '=', templateId)
          .execute()
      ).some(({ finished_at }) => finished_at !== null);
    let begun: Promise<Answer> | undefined;
    const transaction: typeof db.transaction = (work) =>
      db.transaction(async (tx) => {
        const done = await work(tx);
        if (begun || !(await isErased(tx))) return done;
        begun = send('POST', '/exports', { kind: 'json', templateId });
        // SQLite has one writer at a time, so that the export begins when this transaction has ended.
        if (db.engine === 'postgres') {
          await waitUntil(async () => (await waitsForLock(db)) || (await isExported()));
        }
        return done;
      });
    await applyRules({ ...node.services, db: { ...db, reader: db.reader, transaction } });
    const url = String((await begun)?.headers['location']);
    await waitUntil(async () => ok(await admin.send('GET', url)).at('finishedAt') !== undefined);
    const job = await admin.send('GET', url);
    assert.equal(job.at('state'), 'done', job.text);
    const file = ok(await admin.send('GET', String(job.at('files', 0, 'url'))));
    assert.ok(!file.text.includes('Turnstone'), file.text);
  });

  test('designers who manage the template by a group or by their role are told, and members are not', async () => {
    const person = async (name: string, role: string) => {
      const email = `${name}-${engine.name}@people.example`;
      const made = await send('POST', '/users', { userName: email, email, role });
      return { id: String(made.at('id')), email };
    };
    const [eve, fay] = [await person('eve', 'designer'), await person('fay', 'designer')];
    const mia = await person('mia', 'member');
    const group = await send('POST', '/groups', { displayName: 'Keepers' });
    await send('POST', `/groups/${group.at('id')}/members`, { add: [eve.id, mia.id] });
    const manages = { fill: false, see: 'own', edit: false, assign: false, manage: true };
    const tell = async (name: string, subject: unknown) => {
      const templateId = await publish(name);
      await send('PUT', `/templates/${templateId}/rights/${subject}`, manages);
      await fill(templateId, 'Whimbrel');
      ok(await rule(templateId, { action: 'delete', days: 1 }));
      await pass(2);
      await run();
    };
    await tell('Of a group', group.at('id'));
    await mail.waitFor(eve.email);
    await tell('Of a role', 'designers');
    await mail.waitFor(eve.email, 2);
    const [letter] = await mail.waitFor(fay.email);
    assert.match(letter?.text ?? '', /“Of a role” will be permanently deleted/);
    assert.deepEqual(
      mail.taken.filter(({ to }) => to.includes(mia.email)),
      [],
    );
  });

  test('a rule that can not be read keeps no other one from being applied', async () => {
    const [broken, sound] = [await publish('Broken'), await publish('Sound')];
    const id = await fill(sound, 'Wirrandale');
    for (const templateId of [broken, sound])
      ok(await rule(templateId, { action: 'delete', days: 1 }));
    await run();
    const { reader } = node.services.db;
    const ofBroken = reader.updateTable('retention_rules').where('template_id', '=', broken);
    await ofBroken.set({ fields: '[' }).execute();
    await pass(8);
    await assert.rejects(run(), /1 retention rule could not be applied/);
    assert.equal((await admin.send('GET', `/app/v1/forms/${id}`)).status, 404);
    await ofBroken.set({ fields: '[]' }).execute();
    await run();
  });

  test('terms that mean nothing are refused with their place, and those who do not manage the template are too', async () => {
    const templateId = await publish('Refusals');
    const wrong: readonly (readonly [object, string])[] = [
      [{ action: 'delete' }, 'days'],
      [{ action: 'delete', days: 0 }, 'days'],
      [{ action: 'delete', days: 36_501 }, 'days'],
      [{ action: 'blank', days: 1 }, 'fields'],
      [{ action: 'blank', days: 1, fields: ['site', 'unknown'] }, 'fields[1]'],
    ];
    for (const [body, at] of wrong) {
      const refused = await rule(templateId, body);
      assert.deepEqual(
        [refused.status, refused.at('code'), refused.at('at')],
        [422, 'invalid-retention', at],
      );
    }
    const body = { userName: `dora-${engine.name}`, password: ADMIN_PASSWORD, role: 'designer' };
    await send('POST', '/users', body);
    const dora = openBrowser(node);
    await dora.signIn(body.userName, ADMIN_PASSWORD);
    const path = `/app/v1/templates/${templateId}/retention`;
    assert.ok([403, 404].includes((await dora.send('GET', path)).status));
  });

  test('terms that somebody else set since they were read are not overwritten', async () => {
    const templateId = await publish('Two at once');
    const first = ok(await rule(templateId, { action: 'delete', days: 30, unchangedSince: null }));
    const late = await rule(templateId, { action: 'delete', days: 2, unchangedSince: null });
    assert.deepEqual([late.status, late.at('code')], [412, 'precondition-failed']);
    const unchangedSince = first.at('rule', 'setAt');
    node.clock.advance(1000);
    ok(await rule(templateId, { action: 'delete', days: 60, unchangedSince }));
    const gone = await rule(templateId, { action: 'keep', unchangedSince });
    assert.equal(gone.status, 412, gone.text);
    assert.equal((await send('GET', `/templates/${templateId}/retention`)).at('rule', 'days'), 60);
  });
});
