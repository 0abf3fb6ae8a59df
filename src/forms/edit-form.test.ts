import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readCounter } from '#db/counters.ts';
import type { Expected, FormActor, FormChanges } from '#form-basics/form.ts';
import type { Template } from '#form-basics/template.ts';
import { AppError } from '#kernel/errors.ts';
import { withCode } from '../../test/support/directory.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { openForms, type TestForms } from '../../test/support/forms.ts';

forEachEngine((engine) => {
  let world: TestForms;
  let admin: FormActor;
  let designer: FormActor;
  let ada: FormActor;
  let ben: FormActor;
  let eve: FormActor;
  let crew: string;
  let template: Template;
  before(async () => {
    world = await openForms(engine);
    [admin, designer] = [await world.actAs('admin'), await world.actAs('designer')];
    [ada, ben, eve] = [
      await world.actAs('member', 'Ada'),
      await world.actAs('member', 'Ben'),
      await world.actAs('member', 'Eve'),
    ];
    // Ada and Ben belong to the crew through a nested group.
    crew = await world.addGroup('Crew', [await world.addGroup('Shift', [ada.userId, ben.userId])]);
    template = await world.publish(designer);
  });
  after(() => world.close());

  const edit = (by: FormActor, id: string, changes: FormChanges) =>
    world.write((tx) => world.forms.editForm(tx, by, id, changes));
  const assign = (by: FormActor, id: string, type: 'User' | 'Group', to: string) =>
    world.write((tx) => world.forms.assignForm(tx, by, id, { assignment: { type, id: to } }));
  const complete = (by: FormActor, id: string, expected?: Expected) =>
    world.write((tx) => world.forms.completeUnchecked(tx, by, id, expected));
  const reopen = (by: FormActor, id: string) =>
    world.write((tx) => world.forms.reopenForm(tx, by, id));
  const remove = (by: FormActor, id: string) =>
    world.write((tx) => world.forms.removeForm(tx, by, id));
  const read = (by: FormActor, id: string) => world.forms.readForm(world.db.reader, by, id);
  const actions = async (id: string) =>
    (await world.forms.readHistory(world.db.reader, admin, id)).map(({ action }) => action);
  const forCrew = () => world.create(admin, template, { assignment: { type: 'Group', id: crew } });

  test('members see what they made, what is theirs, and what is for a group of theirs', async () => {
    const seenBy = async (id: string) => {
      const all = await Promise.all([admin, designer, ada, ben, eve].map((by) => read(by, id)));
      return all.map((form) => form !== undefined);
    };
    assert.deepEqual(await seenBy((await world.create(ada, template)).id), [
      true,
      true,
      true,
      false,
      false,
    ]);
    const forBen = { assignment: { type: 'User', id: ben.userId } } as const;
    assert.deepEqual(await seenBy((await world.create(eve, template, forBen)).id), [
      true,
      true,
      false,
      true,
      true,
    ]);
    assert.deepEqual(await seenBy((await forCrew()).id), [true, true, true, true, false]);
  });

  test('what one does not see one does not change, and is not told that it is there', async () => {
    const { id } = await world.create(ada, template);
    const tries = [
      () => edit(eve, id, { name: 'x' }),
      () => assign(eve, id, 'User', eve.userId),
      () => complete(eve, id),
      () => reopen(eve, id),
      () => remove(eve, id),
    ];
    for (const each of tries) await assert.rejects(each(), withCode('not-found'));
    const stranger = { ...admin, accountId: world.ids.next() };
    await assert.rejects(edit(stranger, id, { name: 'x' }), withCode('not-found'));
    assert.deepEqual(await world.forms.readHistory(world.db.reader, eve, id), []);
    assert.equal((await read(ada, id))?.revision, 1);
  });

  test('an edit changes what it names and counts the revision, one of nothing changes nothing', async () => {
    const made = await world.create(ada, template, { answers: { site: 'a' } });
    const location = { latitude: 1, longitude: 2 };
    const edited = await edit(ada, made.id, { name: 'Z', answers: { notes: 'n' }, location });
    assert.equal(edited.revision, 2);
    assert.ok(edited.updatedAt > made.updatedAt, 'later, though the clock stands still');
    assert.equal(edited.statusChangedAt, made.statusChangedAt);
    assert.deepEqual(edited, {
      ...made,
      name: 'Z',
      answers: { notes: 'n' },
      location,
      revision: 2,
      storedBytes: '{"notes":"n"}'.length,
      updatedAt: edited.updatedAt,
    });
    assert.deepEqual(await read(ada, made.id), edited);
    assert.deepEqual(await edit(ada, made.id, { name: 'Z', location }), edited);
    assert.equal((await edit(ada, made.id, { location: null })).location, undefined);
    assert.deepEqual(await actions(made.id), ['create', 'edit']);
  });

  test('a stale revision is a 412 that names both, and nothing is written', async () => {
    const { id } = await world.create(ada, template);
    await edit(ada, id, { name: 'A', ifRevision: 1 });
    await assert.rejects(edit(ada, id, { name: 'B', ifRevision: 1 }), (error) => {
      assert.ok(error instanceof AppError && error.status === 412);
      const { current, ...revisions } = error.extra;
      assert.deepEqual(revisions, { currentRevision: 2, sentRevision: 1 });
      const { updatedAt, ...version } = Object(current);
      assert.match(updatedAt, /Z$/);
      const updatedBy = { id: ada.userId, name: 'Ada' };
      assert.deepEqual(version, { revision: 2, answers: {}, updatedBy });
      return true;
    });
    await assert.rejects(complete(ada, id, { ifRevision: 9 }), withCode('precondition-failed'));
    assert.equal((await read(ada, id))?.name, 'A');
  });

  test('of two who edit the same revision at once, one wins', async () => {
    const { id } = await world.create(ada, template);
    const names = ['A', 'B', 'C', 'D'];
    const results = await Promise.allSettled(
      names.map((name) => edit(ada, id, { name, ifRevision: 1 })),
    );
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal((await read(ada, id))?.revision, 2);
  });

  test("a group's form becomes its first editor's own", async () => {
    const { id } = await forCrew();
    const edited = await edit(ada, id, { name: 'Mine' });
    assert.deepEqual(edited.assignment, { type: 'User', id: ada.userId });
    assert.deepEqual(await actions(id), ['create', 'claim', 'edit']);
    assert.equal(await read(ben, id), undefined);
    await assert.rejects(edit(ben, id, { name: 'No, mine' }), withCode('not-found'));
  });

  test('of two of a group who edit at once, one gets the form', async () => {
    const { id } = await forCrew();
    const results = await Promise.allSettled([
      edit(ada, id, { name: 'a' }),
      edit(ben, id, { name: 'b' }),
    ]);
    assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  });

  test("who is not of the group edits without taking the group's form away", async () => {
    const { id } = await forCrew();
    assert.equal((await edit(admin, id, { name: 'x' })).assignment.type, 'Group');
    const own = await world.create(eve, template, { assignment: { type: 'Group', id: crew } });
    assert.equal((await edit(eve, own.id, { name: 'y' })).assignment.type, 'Group');
  });

  test('a completed form says by whom and when, and takes no edit or hand-over', async () => {
    const { id } = await forCrew();
    world.clock.advance(5000);
    const done = await complete(ben, id);
    assert.equal(done.status, 'complete');
    assert.equal(done.completedBy, ben.userId);
    assert.deepEqual(done.assignment, { type: 'User', id: ben.userId });
    assert.equal(done.statusChangedAt, world.clock.now());
    assert.deepEqual(await actions(id), ['create', 'claim', 'complete']);
    for (const each of [
      () => edit(ben, id, { name: 'x' }),
      () => edit(admin, id, { name: 'x' }),
      () => assign(admin, id, 'User', ada.userId),
      () => complete(ben, id),
    ]) {
      await assert.rejects(each(), withCode('form-state'));
    }
  });

  test('only designers and admins reopen', async () => {
    const { id } = await world.create(ada, template);
    await assert.rejects(reopen(admin, id), withCode('form-state'));
    const done = await complete(ada, id);
    await assert.rejects(reopen(ada, id), withCode('forbidden'));
    const open = await reopen(designer, id);
    assert.equal(open.status, 'draft');
    assert.equal(open.completedBy, undefined);
    assert.ok(open.statusChangedAt > done.statusChangedAt);
    assert.equal((await edit(ada, id, { name: 'again' })).revision, 4);
    assert.deepEqual(await actions(id), ['create', 'complete', 'reopen', 'edit']);
  });

  test('a draft is handed to whoever exists, and then it is theirs', async () => {
    const { id } = await world.create(ada, template);
    const given = await assign(ada, id, 'User', ben.userId);
    assert.deepEqual(given.assignment, { type: 'User', id: ben.userId });
    assert.deepEqual(await assign(ada, id, 'User', ben.userId), given);
    assert.ok(await read(ben, id));
    await assert.rejects(assign(ben, id, 'Group', eve.userId), withCode('unknown-assignee'));
    assert.deepEqual(await actions(id), ['create', 'assign']);
  });

  test('members delete drafts of their own making only', async () => {
    const own = await world.create(ada, template);
    await remove(ada, own.id);
    assert.equal(await read(admin, own.id), undefined);
    await assert.rejects(remove(ada, own.id), withCode('not-found'));
    const given = await world.create(admin, template, {
      assignment: { type: 'User', id: ada.userId },
    });
    await assert.rejects(remove(ada, given.id), withCode('forbidden'));
    const done = await world.create(ada, template);
    await complete(ada, done.id);
    await assert.rejects(remove(ada, done.id), withCode('forbidden'));
    await remove(designer, done.id);
  });

  test('the kept total counts what is not deleted', async () => {
    const total = () => readCounter(world.db.reader, world.account.id, 'forms');
    const before = await total();
    const { id } = await world.create(ada, template);
    assert.equal(await total(), before + 1);
    await remove(ada, id);
    assert.equal(await total(), before);
    const [row] = await world.db.reader
      .selectFrom('forms')
      .select((eb) => eb.fn.countAll<number | string>().as('count'))
      .where('account_id', '=', world.account.id)
      .where('deleted_at', 'is', null)
      .execute();
    assert.equal(Number(row?.count), before);
  });

  test('deeds are in the audit record, saves of a draft are not', async () => {
    const { id } = await world.create(ada, template);
    await edit(ada, id, { name: 'x' });
    await complete(ada, id);
    const lines = await world.db.reader
      .selectFrom('audit_events')
      .select(['action', 'actor_user_id', 'target_type'])
      .where('target_id', '=', id)
      .orderBy('id')
      .execute();
    const by = { actor_user_id: ada.userId, target_type: 'Form' };
    assert.deepEqual(
      lines.map((line) => ({ ...line })),
      [
        { action: 'form.create', ...by },
        { action: 'form.complete', ...by },
      ],
    );
  });

  test('a deleted user leaves his forms, and his group members keep seeing theirs', async () => {
    const leaver = await world.actAs('member');
    const { id } = await world.create(leaver, template, {
      assignment: { type: 'Group', id: crew },
    });
    await world.write((tx) =>
      world.directory.removeUser(tx, world.actor(), leaver.userId, { visibility: 'all' }),
    );
    assert.equal((await read(ada, id))?.createdBy, leaver.userId);
  });
});
