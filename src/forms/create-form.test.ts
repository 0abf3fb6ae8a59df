// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readCounter } from '#db/counters.ts';
import type { FormActor, NewForm } from '#form-basics/form.ts';
import type { Template } from '#form-basics/template.ts';
import { withCode } from '../../test/support/directory.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { openForms, type TestForms } from '../../test/support/forms.ts';

const RACERS = Array.from({ length: 20 }, (_, i) => i);

forEachEngine((engine) => {
  let world: TestForms;
  let designer: FormActor;
  let ada: FormActor;
  let ben: FormActor;
  let template: Template;
  before(async () => {
    world = await openForms(engine);
    designer = await world.actAs('designer');
    ada = await world.actAs('member', 'Ada');
    ben = await world.actAs('member', 'Ben');
    template = await world.publish(designer);
  });
  after(() => world.close());

  const make = (by: FormActor, more: Partial<NewForm> = {}) =>
    world.write((tx) => world.forms.createForm(tx, by, { templateId: template.id, ...more }));
  const total = () => readCounter(world.db.reader, world.account.id, 'forms');

  test('a form reads back as it was made', async () => {
    const made = await world.create(ada, template, {
      assignment: { type: 'User', id: ben.userId },
      answers: { site: 'North', notes: '__proto__ "quoted" 😀' },
      location: { latitude: -33.86, longitude: 151.2, accuracy: 4.5 },
    });
    assert.equal(made.status, 'draft');
    assert.equal(made.revision, 1);
    assert.equal(made.updatedAt, world.clock.now());
    assert.equal(made.templateVersionId, template.currentVersionId);
    assert.deepEqual(await world.forms.readForm(world.db.reader, ada, made.id), made);
  });

  test('who makes a form for nobody makes it for himself', async () => {
    const { assignment } = await world.create(ada, template);
    assert.deepEqual(assignment, { type: 'User', id: ada.userId });
  });

  test('names follow the pattern of the template, unless one is given', async () => {
    const named = await world.publish(designer, {
      namePattern: '{template} {number} {date} {user}',
    });
    assert.equal((await world.create(ada, named)).name, 'Site inspection 1 2026-11-20 Ada');
    assert.equal((await world.create(ben, named)).name, 'Site inspection 2 2026-11-20 Ben');
    assert.equal((await world.create(ben, named, { name: ' Mine ' })).name, 'Mine');
  });

  test('numbers of a template count from 1 without repeats, whoever makes forms at once', async () => {
    const busy = await world.publish(designer);
    const made = await Promise.all(RACERS.map((i) => world.create(i % 2 ? ada : ben, busy)));
    const numbers = made.map(({ number }) => number).sort((a, b) => a - b);
    assert.deepEqual(
      numbers,
      RACERS.map((i) => i + 1),
    );
  });

  test('a number is not used again after its form was deleted', async () => {
    const own = await world.publish(designer);
    const { id } = await world.create(ada, own);
    await world.write((tx) => world.forms.removeForm(tx, ada, id));
    assert.equal((await world.create(ada, own)).number, 2);
  });

  test('the same creation sent again gives the same form, made once', async () => {
    const id = world.ids.next();
    const before = await total();
    const first = await make(ada, { id: id.toUpperCase() });
    const again = await make(ada, { id, name: 'another name' });
    assert.deepEqual(again, { form: first.form, created: false });
    assert.equal(first.form.id, id);
    assert.equal(await total(), before + 1);
    const history = await world.forms.readHistory(world.db.reader, ada, id);
    assert.equal(history.length, 1);
  });

  test('20 requests that race with one id make one form', async () => {
    const id = world.ids.next();
    const results = await Promise.all(RACERS.map(() => make(ada, { id })));
    assert.equal(results.filter(({ created }) => created).length, 1);
    assert.equal(new Set(results.map(({ form }) => form.number)).size, 1);
  });

  test('requests that race with one id over two templates make one form, the others clash', async () => {
    const second = await world.publish(designer);
    const id = world.ids.next();
    const results = await Promise.allSettled(
      RACERS.map((i) => make(ada, { id, templateId: (i % 2 ? template : second).id })),
    );
    const made = results.filter((each) => each.status === 'fulfilled');
    assert.equal(made.filter(({ value }) => value.created).length, 1);
    for (const each of results) {
      if (each.status === 'rejected') assert.ok(withCode('form-exists', 'id')(each.reason));
    }
  });

  test("an id that is another's clashes, and so does one of a deleted form", async () => {
    const { id } = await world.create(ada, template);
    await assert.rejects(make(ben, { id }), withCode('form-exists', 'id'));
    await world.write((tx) => world.forms.removeForm(tx, ada, id));
    await assert.rejects(make(ada, { id }), withCode('form-exists', 'id'));
  });

  test('the same id in another account is another form', async () => {
    const { id } = await world.create(ada, template);
    const other = await world.write((tx) => world.directory.createAccount(tx, { name: 'Other' }));
    const stranger = { ...designer, accountId: other.id };
    assert.equal(await world.forms.readForm(world.db.reader, stranger, id), undefined);
    await assert.rejects(make(stranger, { id }), withCode('not-found', 'templateId'));
  });

  test('a form made again keeps being the same one after its template was archived', async () => {
    const old = await world.publish(designer);
    const { id } = await world.create(ada, old);
    await world.write((tx) => world.forms.archiveTemplate(tx, designer, old.id));
    const again = await make(ada, { id, templateId: old.id });
    assert.equal(again.created, false);
    await assert.rejects(make(ada, { templateId: old.id }), withCode('template-state'));
  });

  test('forms stay on the version they were made from', async () => {
    const moving = await world.publish(designer);
    const form = await world.create(ada, moving, { answers: { site: 'x' } });
    await world.write(async (tx) => {
      const definition = { elements: [{ type: 'text', name: 'other' }] };
      await world.forms.changeTemplate(tx, designer, moving.id, { definition });
      await world.forms.publishTemplate(tx, designer, moving.id);
    });
    const edited = await world.write((tx) =>
      world.forms.editForm(tx, ada, form.id, { answers: { site: 'y' } }),
    );
    assert.equal(edited.templateVersionId, moving.currentVersionId);
    await assert.rejects(
      make(ada, { templateId: moving.id, answers: { site: 'x' } }),
      withCode('invalid-answers', 'answers'),
    );
  });

  test('members use templates open to all or to a group of theirs, nested ones included', async () => {
    const inner = await world.addGroup('Inner', [ada.userId]);
    const outer = await world.addGroup('Outer', [inner]);
    const closed = await world.publish(designer, { groupIds: [outer] });
    assert.equal((await make(ada, { templateId: closed.id })).created, true);
    assert.equal((await make(designer, { templateId: closed.id })).created, true);
    await assert.rejects(make(ben, { templateId: closed.id }), withCode('not-found', 'templateId'));
  });

  test('a template that was never published does not exist for members', async () => {
    const { id } = await world.write((tx) =>
      world.forms.createTemplate(tx, designer, { name: 'Draft' }),
    );
    await assert.rejects(make(ada, { templateId: id }), withCode('not-found'));
    await assert.rejects(make(designer, { templateId: id }), withCode('template-state'));
    for (const templateId of ['', 'x', world.ids.next(), "' or 1=1"]) {
      await assert.rejects(make(ada, { templateId }), withCode('not-found', 'templateId'));
    }
  });

  test('an assignee must exist in the account', async () => {
    const group = await world.addGroup('Crew');
    const { form } = await make(ada, { assignment: { type: 'Group', id: group.toUpperCase() } });
    assert.deepEqual(form.assignment, { type: 'Group', id: group });
    const wrong = [
      { type: 'User', id: group },
      { type: 'Group', id: ada.userId },
      { type: 'User', id: world.ids.next() },
      { type: 'User', id: 'x' },
    ] as const;
    for (const assignment of wrong) {
      await assert.rejects(make(ada, { assignment }), withCode('unknown-assignee', 'assignment'));
    }
  });

  test('values that can not be stored are refused by name, and nothing is made', async () => {
    const before = await total();
    const wrong: readonly (readonly [
      Partial<NewForm>,
      string,
      'invalid-value' | 'invalid-answers',
    ])[] = [
      [{ id: 'x' }, 'id', 'invalid-value'],
      [{ id: '' }, 'id', 'invalid-value'],
      [{ name: ' ' }, 'name', 'invalid-value'],
      [{ name: 'x'.repeat(256) }, 'name', 'invalid-value'],
      [{ name: 'ﬃ'.repeat(200) }, 'name', 'invalid-value'],
      [{ name: 'a\0' }, 'name', 'invalid-value'],
      [{ location: { latitude: 90.1, longitude: 0 } }, 'location', 'invalid-value'],
      [{ location: { latitude: 0, longitude: Number.NaN } }, 'location', 'invalid-value'],
      [{ location: { latitude: 0, longitude: 0, accuracy: -1 } }, 'location', 'invalid-value'],
      [{ answers: { nope: 1 } }, 'answers', 'invalid-answers'],
      [{ answers: { constructor: 1 } }, 'answers', 'invalid-answers'],
      [{ answers: { site: 'x'.repeat(1_048_577) } }, 'answers', 'invalid-answers'],
    ];
    for (const [input, at, code] of wrong) {
      await assert.rejects(make(ada, input), withCode(code, at));
    }
    assert.equal(await total(), before);
  });
});
