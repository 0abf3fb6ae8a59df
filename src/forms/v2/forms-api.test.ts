import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FormActor } from '#form-basics/form.ts';
import { ALL_KINDS, PNG } from '../../../test/support/all-kinds.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import {
  type Answer,
  type Call,
  type Instance,
  startInstance,
} from '../../../test/support/instance.ts';

forEachEngine((engine) => {
  let node: Instance;
  let admin: FormActor;
  let ann: { readonly id: string; readonly token: string };
  let bob: { readonly id: string; readonly token: string };
  let templateId: string;
  let crew: string;
  let hidden: string;
  before(async () => {
    node = await startInstance(engine);
    const { accountId, userId } = node.account;
    admin = { accountId, userId, role: 'admin', via: 'api' };
    ann = await node.addUser('ann');
    bob = await node.addUser('bob');
    templateId = await publish('Inspection');
    const group = await node.request('POST', '/scim/v2/Groups', {
      body: {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
        displayName: 'Crew',
        members: [{ value: bob.id }],
      },
    });
    crew = String(group.at('id'));
    hidden = await publish('Crew only', [crew]);
  });
  after(() => node.close());

  const publish = (name: string, groupIds: readonly string[] = []) =>
    node.services.db.transaction(async (tx) => {
      const { forms } = node.services;
      const input = { name, definition: ALL_KINDS, groupIds };
      const { id } = await forms.createTemplate(tx, admin, input);
      await forms.publishTemplate(tx, admin, id);
      return id;
    });
  const send = (method: string, path: string, call: Call = {}) => node.request(method, path, call);
  const ok = (answer: Answer, status = 200): Answer => {
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  const create = async (more: object = {}, token?: string) =>
    ok(
      await send('POST', '/v2/formz', {
        body: { templateId, ...more },
        ...(token !== undefined && { token }),
      }),
      201,
    );
  const refused = (answer: Answer, status: number, code: string, at?: string) =>
    assert.deepEqual([answer.status, answer.at('code'), answer.at('at')], [status, code, at]);

  test('a form that is created is read with a value for each field, under the address it was given', async () => {
    const made = await create({
      name: 'ignored',
      fields: {
        site: { text: 'Dam 7', id: 'x', type: 'TextBox' },
        count: { value: 4 },
        day: { value: '2026-01-31' },
        ok: { value: true },
        state: { value: 'g' },
        tools: { value: ['saw', 'axe'] },
        parts: { rows: [{ part: 'bolt' }] },
      },
      assignment: { id: ann.id, type: 'User' },
      location: { latitude: 46.5, longitude: 7, accuracy: null },
    });
    const id = made.at('id');
    assert.equal(made.headers['location'], `${node.baseUrl}/v2/formz/${id}`);
    const read = ok(await send('GET', `/v2/formz/${id}`));
    assert.deepEqual(read.body, made.body);
    assert.equal(read.headers['etag'], '"1"');
    assert.deepEqual(
      ['formId', 'name', 'templateVersion', 'revision', 'deleted'].map((name) => read.at(name)),
      [id, 'Inspection 1', 1, 1, false],
    );
    assert.deepEqual(read.at('status', 'status'), 'draft');
    assert.equal(read.at('assignment', 'id'), ann.id);
    assert.deepEqual(read.at('location'), { latitude: 46.5, longitude: 7, accuracy: null });
    const fields = read.at('fields');
    assert.ok(typeof fields === 'object' && fields !== null);
    const values = Object.fromEntries(
      Object.entries(fields).map(([name, { id: fieldId, name: own, ...rest }]) => {
        assert.equal(own, name);
        assert.ok(fieldId);
        return [name, rest];
      }),
    );
    assert.deepEqual(values, {
      site: { type: 'TextBox', text: 'Dam 7' },
      count: { type: 'Number', value: 4, displayValue: '4' },
      day: { type: 'Date', value: '2026-01-31', displayValue: 'Jan 31, 2026' },
      ok: { type: 'CheckBox', value: true, displayValue: 'Yes' },
      state: { type: 'DropDown', value: 'g', displayValue: 'Good', itemCollectionId: null },
      tools: { type: 'CheckBoxGroup', value: ['saw', 'axe'], displayValue: 'saw, axe' },
      parts: { type: 'Table', rows: [{ part: 'bolt' }], displayRows: [{ part: 'bolt' }] },
      sign: { type: 'Signature', imageFile: null },
      photo: { type: 'Image', imageFile: null, retainedImage: null, files: [] },
      fixed: { type: 'TextBox', text: null },
      twice: { type: 'Calculated', value: 8, displayValue: '8' },
    });
  });

  test('a name counts only with overrideDefaultFormName', async () => {
    const named = await create({ name: 'Mine', overrideDefaultFormName: true });
    assert.equal(named.at('name'), 'Mine');
  });

  test('the same id makes one form, however often it is sent, and is nobody else’s', async () => {
    const id = node.services.ids.next();
    const first = await create({ id });
    const call = { body: { templateId, id: id.toUpperCase() } };
    const again = ok(await send('POST', '/v2/formz', call));
    assert.deepEqual(again.body, first.body);
    refused(
      await send('POST', '/v2/formz', { ...call, token: ann.token }),
      409,
      'form-exists',
      'id',
    );
  });

  test('a change touches what it names; null clears; a field goes by its name or its id', async () => {
    const made = await create({ fields: { site: { text: 'a' }, count: { value: 1 } } });
    const path = `/v2/formz/${made.at('id')}`;
    const siteId = String(made.at('fields', 'site', 'id'));
    const body = {
      name: 'New',
      fields: { [siteId]: { value: 'b' }, count: null, day: { value: null } },
    };
    const changed = ok(await send('PATCH', path, { body }));
    assert.deepEqual(
      [
        changed.at('name'),
        changed.at('fields', 'site', 'text'),
        changed.at('fields', 'count', 'value'),
      ],
      ['New', 'b', null],
    );
    assert.equal(changed.headers['etag'], '"2"');
    assert.equal(ok(await send('PATCH', path, { body })).headers['etag'], '"2"');
    assert.deepEqual((await send('GET', path)).body, changed.body);
  });

  test('a file is uploaded first and set by its id; a picture and a signature are read under their link', async () => {
    const made = await create({ fields: { site: { text: 'a' } } });
    const path = `/v2/formz/${made.at('id')}`;
    const upload = async (field: string) => {
      const query = `id=${node.services.ids.next()}&field=${field}&fileName=a.png`;
      const answer = await send('POST', `${path}/attachments?${query}`, {
        body: PNG,
        headers: { 'content-type': 'image/png' },
      });
      return String(ok(answer, 201).at('id'));
    };
    const [photo, sign] = [await upload('photo'), await upload('sign')];
    const body = (photoId: string, signId: string) => ({
      body: {
        fields: { photo: { imageFile: { id: photoId } }, sign: { imageFile: { id: signId } } },
      },
    });
    refused(
      await send('PATCH', path, body(sign, sign)),
      422,
      'invalid-answers',
      'fields.photo.imageFile.id',
    );
    const changed = ok(await send('PATCH', path, body(photo, sign)));
    for (const [field, id] of [
      ['photo', photo],
      ['sign', sign],
    ] as const) {
      const link = String(changed.at('fields', field, 'imageFile', 'link'));
      assert.equal(link, `${node.baseUrl}${path}/attachments/${id}`);
      assert.equal((await send('GET', new URL(link).pathname)).status, 200);
      assert.equal(changed.at('fields', field, 'imageFile', 'size'), PNG.length);
    }
    assert.equal(Object(changed.at('fields', 'photo', 'files')).length, 1);
    const cleared = ok(await send('PATCH', path, { body: { fields: { photo: { files: [] } } } }));
    assert.equal(cleared.at('fields', 'photo', 'imageFile'), null);
  });

  test('what is missing is named when a form is completed', async () => {
    const made = await create();
    const path = `/v2/formz/${made.at('id')}`;
    const answer = await send('POST', `${path}/status`, { body: { status: 'complete' } });
    assert.deepEqual([answer.status, answer.at('code')], [422, 'invalid-answers'], answer.text);
    assert.equal(answer.at('faults', 0, 'field'), 'site');
    assert.equal((await send('GET', path)).at('status', 'status'), 'draft');
  });

  test('what can’t be written is refused with its place and what would do', async () => {
    const made = await create();
    const path = `/v2/formz/${made.at('id')}`;
    const siteId = String(made.at('fields', 'site', 'id'));
    for (const [fields, at] of [
      [{ twice: { value: 1 } }, 'twice'],
      [{ fixed: { text: 'x' } }, 'fixed'],
      [{ nothing: { text: 'x' } }, 'nothing'],
      [{ constructor: { text: 'x' } }, 'constructor'],
      [{ site: { text: 5 } }, 'site.text'],
      [{ site: {} }, 'site'],
      [{ site: { text: 'a', value: 'b' } }, 'site'],
      [{ site: { text: 'a' }, [siteId]: { text: 'b' } }, siteId],
      [{ count: { value: '5' } }, 'count.value'],
      [{ tools: { value: 'saw' } }, 'tools.value'],
      [{ photo: { imageFile: { id: node.services.ids.next() } } }, 'photo.imageFile.id'],
      [{ sign: { imageFile: 'x' } }, 'sign.imageFile.id'],
    ] as const) {
      const answer = await send('PATCH', path, { body: { fields } });
      refused(answer, 422, 'invalid-answers', `fields.${at}`);
    }
    for (const body of [
      { fields: { site: 'x' } },
      { fields: [] },
      { status: 'complete' },
      [],
      'x',
    ]) {
      assert.equal((await send('PATCH', path, { body })).status, 400, JSON.stringify(body));
    }
    assert.equal((await send('GET', path)).headers['etag'], '"1"');
    refused(
      await send('POST', '/v2/formz', { body: { templateId, fields: { twice: { value: 1 } } } }),
      422,
      'invalid-answers',
      'fields.twice',
    );
  });

  test('If-Match holds; a stale one is answered with both versions; without one no race shows', async () => {
    const made = await create({ fields: { site: { text: 'a' } } });
    const path = `/v2/formz/${made.at('id')}`;
    const patch = (text: string, ifMatch?: string) =>
      send('PATCH', path, {
        body: { fields: { site: { text } } },
        ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }),
      });
    ok(await patch('b', '"1"'));
    const stale = await patch('c', '"1"');
    refused(stale, 412, 'precondition-failed', 'If-Match');
    assert.match(stale.headers['content-type'] ?? '', /^application\/problem\+json/);
    assert.equal(stale.headers['etag'], '"2"');
    assert.deepEqual(
      [stale.at('current', 'fields', 'site', 'text'), stale.at('sent', 'fields', 'site', 'text')],
      ['b', 'c'],
    );
    for (const header of ['W/"2"', '2', '"3"', ''])
      assert.equal((await patch('c', header)).status, 412);
    ok(await patch('c', '"9", "2"'));
    ok(await patch('d', '*'));
    for (const method of ['DELETE', 'POST']) {
      const answer = await send(method, method === 'POST' ? `${path}/status` : path, {
        headers: { 'if-match': '"1"' },
        ...(method === 'POST' && { body: { status: 'complete' } }),
      });
      refused(answer, 412, 'precondition-failed', 'If-Match');
    }
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        send('PATCH', path, {
          body: {
            fields: i % 2 ? { site: { value: `${i}` } } : { day: { value: `2026-01-${i + 10}` } },
          },
        }),
      ),
    );
    assert.deepEqual([...new Set(all.map(({ status }) => status))], [200]);
    const same = await send('GET', path, { headers: { 'if-none-match': '"16"' } });
    assert.deepEqual([same.status, same.text], [304, '']);
  });

  test('the status goes to complete and back, as often as it is sent, and members don’t reopen', async () => {
    const made = await create({ fields: { site: { text: 'a' } } }, ann.token);
    const path = `/v2/formz/${made.at('id')}`;
    const set = (status: string, token: string) =>
      send('POST', `${path}/status`, { body: { status }, token });
    const done = ok(await set('complete', ann.token));
    assert.equal(done.at('status', 'status'), 'complete');
    assert.equal(done.at('completedBy', 'id'), ann.id);
    assert.deepEqual(ok(await set('complete', ann.token)).body, done.body);
    refused(await set('draft', ann.token), 403, 'forbidden');
    refused(
      await send('PATCH', path, { body: { name: 'x' }, token: ann.token }),
      409,
      'form-state',
    );
    assert.equal(ok(await set('draft', await node.adminToken())).at('completedBy'), null);
    assert.equal((await set('archived', ann.token)).status, 400);
  });

  test('a deleted form is gone for all but designers who ask for it', async () => {
    const made = await create({}, ann.token);
    const path = `/v2/formz/${made.at('id')}`;
    assert.equal((await send('DELETE', path, { token: ann.token })).status, 204);
    assert.equal((await send('DELETE', path)).status, 404);
    assert.equal((await send('GET', path)).status, 404);
    const kept = ok(await send('GET', `${path}?INCLUDEDELETED=True`));
    assert.equal(kept.at('deleted'), true);
    const own = await send('GET', `${path}?includeDeleted=true`, { token: ann.token });
    refused(own, 404, 'not-found');
    refused(
      await send('GET', `${path}?includeDeleted=x`),
      400,
      'invalid-parameter',
      'includeDeleted',
    );
  });

  test('members use what is theirs: of other forms and templates they learn nothing', async () => {
    const { token } = ann;
    const form = await create();
    const path = `/v2/formz/${form.at('id')}`;
    for (const answer of [
      await send('GET', path, { token }),
      await send('PATCH', path, { token, body: { name: 'x' } }),
      await send('POST', `${path}/status`, { token, body: { status: 'complete' } }),
      await send('DELETE', path, { token }),
      await send('GET', `/v2/templates/${hidden}`, { token }),
      await send('GET', `/v2/templates/${hidden}/formz`, { token }),
      await send('POST', '/v2/formz', {
        token,
        body: { templateId: hidden, fields: { nothing: { text: 'x' } } },
      }),
    ]) {
      assert.equal(answer.status, 404, answer.text);
    }
    const names = async (as: string, query = '') => {
      const answer = ok(await send('GET', `/v2/templates${query}`, { token: as }));
      assert.ok(Array.isArray(answer.body));
      return answer.body.map(({ name }) => name);
    };
    assert.deepEqual(await names(token), ['Inspection']);
    assert.deepEqual(await names(bob.token), ['Crew only', 'Inspection']);
    assert.deepEqual(await names(bob.token, '?NAME=insp'), ['Inspection']);
    const first = await send('GET', '/v2/templates?pageSize=1', { token: bob.token });
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(first.headers['link'] ?? '') ?? [];
    assert.deepEqual(await names(bob.token, new URL(next).search), ['Inspection']);
    ok(await send('GET', `/v2/templates/${hidden}/formz`, { token: bob.token }));
  });

  test('a template tells its fields, and lists its forms like the list of all', async () => {
    const template = ok(await send('GET', `/v2/templates/${templateId}`));
    assert.deepEqual(
      [template.at('name'), template.at('status'), template.at('version')],
      ['Inspection', 'published', 1],
    );
    assert.deepEqual(template.at('fields', 'state', 'choices', 0), { value: 'g', text: 'Good' });
    assert.deepEqual(
      [template.at('fields', 'twice', 'writable'), template.at('fields', 'site', 'required')],
      [false, true],
    );
    const headers = { 'if-none-match': template.headers['etag'] ?? '' };
    assert.equal((await send('GET', `/v2/templates/${templateId}`, { headers })).status, 304);
    const all = await send('GET', '/v2/formz?pageSize=100');
    const own = ok(await send('GET', `/v2/templates/${templateId}/formz?pageSize=100`));
    assert.deepEqual(own.body, all.body);
    const seen: unknown[] = [];
    let next: string | undefined = '?pageSize=3';
    while (next !== undefined) {
      const page: Answer = ok(await send('GET', `/v2/templates/${templateId}/formz${next}`));
      assert.ok(Array.isArray(page.body));
      seen.push(...page.body);
      const [, url] = /<([^>]+)>; rel="next"/.exec(page.headers['link'] ?? '') ?? [];
      next = url && new URL(url).search;
    }
    assert.deepEqual(seen, own.body);
  });
});
