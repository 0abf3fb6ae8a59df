import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FormActor } from '#form-basics/form.ts';
import { withCode } from '../../test/support/directory.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { DEFINITION, openForms, type TestForms } from '../../test/support/forms.ts';
import { findTemplate, findVersion } from './template.store.ts';

const OTHER = {
  elements: [
    { type: 'text', name: 'site' },
    { type: 'boolean', name: 'safe' },
  ],
};

forEachEngine((engine) => {
  let world: TestForms;
  let designer: FormActor;
  let member: FormActor;
  before(async () => {
    world = await openForms(engine);
    designer = await world.actAs('designer');
    member = await world.actAs('member');
  });
  after(() => world.close());

  const draft = (more = {}) =>
    world.write((tx) =>
      world.forms.createTemplate(tx, designer, { name: 'T', definition: DEFINITION, ...more }),
    );
  const publish = (id: string, by = designer) =>
    world.write((tx) => world.forms.publishTemplate(tx, by, id));
  const change = (id: string, changes: object, by = designer) =>
    world.write((tx) => world.forms.changeTemplate(tx, by, id, changes));
  const archive = (id: string, by = designer) =>
    world.write((tx) => world.forms.archiveTemplate(tx, by, id));
  const stored = (id: string) => findTemplate(world.db.reader, world.account.id, id);

  test('a template reads back as it was made', async () => {
    const group = await world.addGroup('Readers');
    const made = await draft({
      name: ' Équipement ',
      description: 'What broke',
      namePattern: '{number}',
      groupIds: [group, group],
    });
    assert.equal(made.name, 'Équipement');
    assert.equal(made.openToAll, false);
    assert.deepEqual(made.groupIds, [group]);
    assert.deepEqual(await stored(made.id), made);
  });

  test('publishing makes an immutable version with an index of its fields', async () => {
    const { id } = await draft();
    const { template, version } = await publish(id);
    assert.equal(template.status, 'published');
    assert.equal(template.currentVersionId, version.id);
    assert.equal(version.number, 1);
    assert.deepEqual(
      version.fields.map(({ name, title, type }) => [name, title, type]),
      [
        ['site', 'Site', 'text'],
        ['notes', 'notes', 'comment'],
      ],
    );
    await change(id, { definition: OTHER });
    const read = await findVersion(world.db.reader, world.account.id, version.id);
    assert.deepEqual(read, version);
  });

  test('the next version counts on, and a field that keeps its name keeps its id', async () => {
    const { id } = await draft();
    const first = await publish(id);
    await change(id, { definition: OTHER });
    const second = await publish(id);
    assert.equal(second.version.number, 2);
    const idOf = (fields: typeof first.version.fields, name: string) =>
      fields.find((field) => field.name === name)?.id;
    assert.equal(idOf(second.version.fields, 'site'), idOf(first.version.fields, 'site'));
    const all = [...first.version.fields, ...second.version.fields].map((field) => field.id);
    assert.equal(new Set(all).size, 3);
  });

  test('a field that asks for something else is another one, so that days are never added to numbers', async () => {
    const asked = (inputType: string) => ({ elements: [{ type: 'text', name: 'a', inputType }] });
    const { id } = await draft();
    const ids: (string | undefined)[] = [];
    for (const type of ['date', 'datetime-local', 'number', 'text']) {
      await change(id, { definition: asked(type) });
      ids.push((await publish(id)).version.fields[0]?.id);
    }
    assert.equal(ids[0], ids[1]);
    assert.notEqual(ids[1], ids[2]);
    assert.equal(ids[2], ids[3]);
  });

  test('a duplicate has the fields with their ids and the settings, and nothing else of its source', async () => {
    const group = await world.addGroup('Copied readers');
    const source = await draft({
      name: 'A',
      description: 'x',
      namePattern: '{number}',
      groupIds: [group],
    });
    const first = await publish(source.id);
    await change(source.id, { definition: OTHER });
    const copy = await world.write((tx) =>
      world.forms.duplicateTemplate(tx, designer, source.id, 'B'),
    );
    assert.deepEqual(await stored(copy.id), copy);
    const { name, description, draftDefinition, namePattern, openToAll, groupIds, status } = copy;
    assert.deepEqual(
      { name, description, draftDefinition, namePattern, openToAll, groupIds, status },
      {
        name: 'B',
        description: 'x',
        draftDefinition: OTHER,
        namePattern: '{number}',
        openToAll: false,
        groupIds: [group],
        status: 'draft',
      },
    );
    const published = await publish(copy.id);
    assert.equal(published.version.number, 1);
    const idOf = (fields: typeof first.version.fields, field: string) =>
      fields.find((each) => each.name === field)?.id;
    assert.equal(idOf(published.version.fields, 'site'), idOf(first.version.fields, 'site'));
    const again = await world.write((tx) =>
      world.forms.duplicateTemplate(tx, designer, copy.id, 'C'),
    );
    assert.deepEqual((await publish(again.id)).version.fields, published.version.fields);
    assert.equal(
      (await findVersion(world.db.reader, world.account.id, first.version.id))?.number,
      1,
    );
  });

  test('a member duplicates nothing, and a template of nobody is not found', async () => {
    const { id } = await draft();
    const copy = (of: string, by: FormActor) =>
      world.write((tx) => world.forms.duplicateTemplate(tx, by, of, 'B'));
    await assert.rejects(copy(id, member), withCode('forbidden'));
    await assert.rejects(copy(member.userId, designer), withCode('not-found'));
  });

  test('publishing again without a change makes no second version', async () => {
    const { id } = await draft();
    const first = await publish(id);
    assert.deepEqual(await publish(id), first);
  });

  test('two who publish at once make one version', async () => {
    const { id } = await draft();
    const results = await Promise.all([publish(id), publish(id), publish(id)]);
    assert.equal(new Set(results.map(({ version }) => version.id)).size, 1);
  });

  test('a template without a field is not published', async () => {
    const { id } = await draft({ definition: {} });
    await assert.rejects(publish(id), withCode('invalid-definition'));
  });

  test('a definition with a fault is refused at once, and nothing is stored', async () => {
    const { id } = await draft();
    const bad = { definition: { elements: [{ type: 'html', name: 'x' }] }, name: 'New' };
    await assert.rejects(change(id, bad), withCode('invalid-definition', 'elements[0].type'));
    assert.equal((await stored(id))?.name, 'T');
  });

  test('an archived template stays as it is', async () => {
    const { id } = await draft();
    await assert.rejects(archive(id), withCode('template-state'));
    await publish(id);
    const archived = await archive(id);
    assert.equal(archived.status, 'archived');
    assert.deepEqual(await archive(id), archived);
    await assert.rejects(change(id, { name: 'X' }), withCode('template-state'));
    await assert.rejects(publish(id), withCode('template-state'));
  });

  test('what is left out of a change stays, an empty description goes', async () => {
    const { id } = await draft({ description: 'x', namePattern: '{number}' });
    const changed = await change(id, { description: '' });
    assert.equal(changed.description, undefined);
    assert.equal(changed.namePattern, '{number}');
    assert.equal(changed.openToAll, true);
  });

  test('each change is later than the one before, even when the clock stands still', async () => {
    const { id, updatedAt } = await draft();
    const first = await change(id, { name: 'A' });
    const second = await change(id, { name: 'B' });
    assert.ok(first.updatedAt > updatedAt && second.updatedAt > first.updatedAt);
    assert.deepEqual(await change(id, { name: 'B' }), second);
  });

  test('a member makes, changes, publishes and archives nothing', async () => {
    const { id } = await draft();
    const make = world.write((tx) => world.forms.createTemplate(tx, member, { name: 'T' }));
    await assert.rejects(make, withCode('forbidden'));
    await assert.rejects(change(id, { name: 'X' }, member), withCode('not-found'));
    await assert.rejects(publish(id, member), withCode('not-found'));
    await publish(id);
    await assert.rejects(change(id, { name: 'X' }, member), withCode('forbidden'));
    await assert.rejects(publish(id, member), withCode('forbidden'));
    await assert.rejects(archive(id, member), withCode('forbidden'));
  });

  test('values that can not be stored are refused by name', async () => {
    const { id } = await draft();
    for (const name of ['', ' ', 'x'.repeat(201), 'a\0b', '\ud800']) {
      await assert.rejects(change(id, { name }), withCode('invalid-value', 'name'));
    }
    for (const description of ['x'.repeat(2001), 'a\0b']) {
      await assert.rejects(change(id, { description }), withCode('invalid-value', 'description'));
    }
    await assert.rejects(
      change(id, { namePattern: '{x}' }),
      withCode('invalid-value', 'namePattern'),
    );
    for (const groupId of ['x', world.ids.next(), "'; drop table groups"]) {
      const wrong = change(id, { groupIds: [groupId] });
      await assert.rejects(wrong, withCode('invalid-value', 'groupIds'));
    }
  });

  test("another account's template does not exist", async () => {
    const { id } = await draft();
    const other = await world.write((tx) => world.directory.createAccount(tx, { name: 'Other' }));
    const stranger = { ...designer, accountId: other.id };
    for (const key of [id, 'x', world.ids.next()]) {
      await assert.rejects(change(key, { name: 'X' }, stranger), withCode('not-found'));
    }
  });
});
