// Rules that wait for a value or a time, and how people hear of them: the bell, mails with the PDF, addresses in fields.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sendBellMails } from '#notices/index.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { partsOf } from '../../test/support/mail-server.ts';
import { tokenOf, visit } from '../../test/support/public-links.ts';
import { INSPECTION, outcomes, type Person, RulesWorld } from '../../test/support/rules-world.ts';
import { fresh } from '../../test/support/scim.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { nextTimeOf } from './check-trigger.ts';
import { runSchedules } from './run-schedules.ts';

const BAD = { trigger: 'value', became: { field: 'brakes', value: 'bad' } } as const;

test('a time of day is that of the wall clock, and each date has one', () => {
  const daily = { every: 'day', time: '02:30', over: 'draft' } as const;
  const next = (at: string) =>
    new Date(nextTimeOf(daily, 'Europe/Berlin', Date.parse(at)) ?? 0).toISOString();
  // The clock skips from 2 to 3 on 28 March 2027, and shows 2 o'clock twice on 31 October.
  assert.equal(next('2027-03-27T12:00:00Z'), '2027-03-28T01:30:00.000Z');
  assert.equal(next('2027-03-28T01:30:00Z'), '2027-03-29T00:30:00.000Z');
  assert.equal(next('2027-10-30T12:00:00Z'), '2027-10-31T00:30:00.000Z');
  assert.equal(next('2027-10-31T00:30:00Z'), '2027-11-01T01:30:00.000Z');
  const weekly = { every: 'week', weekday: 'mo', time: '08:00', over: 'draft' } as const;
  const monday = nextTimeOf(weekly, 'America/New_York', Date.parse('2027-01-04T13:00:00Z'));
  assert.equal(new Date(monday ?? 0).toISOString(), '2027-01-11T13:00:00.000Z');
});

forEachEngine((engine) => {
  let world: RulesWorld;
  let admin: Person;
  let max: Person;
  before(async () => {
    world = await RulesWorld.open(engine);
    admin = world.admin;
    max = await world.person('member');
  });
  after(() => world.close());

  const tell = (to: Person, more: object = {}) => ({
    ...{ type: 'tell', to: [{ type: 'User', id: to.id }], fields: [], ...more },
  });
  const save = async (by: Person, id: string, answers: object) => {
    const revision = (await world.ok(by, 'GET', `/forms/${id}`)).at('revision');
    await world.ok(by, 'PATCH', `/forms/${id}`, { answers, revision });
  };

  test('a rule runs whenever its field becomes the value, and not while it stays', async () => {
    const templateId = await world.publish(admin);
    await world.rule(admin, templateId, { ...BAD, actions: [tell(max)] });
    const id = await world.begin(admin, templateId, { vehicle: 'B-1', brakes: 'good' });
    await save(admin, id, { vehicle: 'B-1', brakes: 'bad' });
    await world.waitFor(templateId, 1);
    await save(admin, id, { vehicle: 'B-2', brakes: 'bad' });
    await save(admin, id, { vehicle: 'B-2', brakes: 'good' });
    await save(admin, id, { vehicle: 'B-2', brakes: 'bad' });
    await world.waitFor(templateId, 2);
    const link = await world.ok(admin, 'POST', `/templates/${templateId}/links`, {
      ...{ name: fresh(), proofOfWork: false },
    });
    const stranger = await visit(world.node, tokenOf(link));
    assert.equal((await stranger.answer({ vehicle: 'B-3', brakes: 'bad' })).status, 201);
    await world.waitFor(templateId, 3);
    await world.settled();
    assert.deepEqual(outcomes(await world.runs(templateId)), ['done', 'done', 'done']);
  });

  test('what a rule waits for is checked against the fields of its template', async () => {
    const templateId = await world.publish(admin);
    const refused = async (more: object) => {
      const body = { name: 'x', actions: [tell(max)], ...more };
      const answer = await admin.browser.send('POST', `/app/v1/templates/${templateId}/rules`, {
        body,
      });
      return [answer.status, answer.at('at'), answer.at('reason')];
    };
    const value = (field: string, to: string) => ({
      ...{ trigger: 'value', became: { field, value: to } },
    });
    assert.deepEqual(await refused(value('nothing', 'x')), [400, 'became.field', 'unknown-field']);
    assert.deepEqual(await refused(value('brakes', 'worn')), [400, 'became.value', 'wrong-type']);
    assert.deepEqual(await refused({ trigger: 'value' }), [400, 'became', 'missing']);
    assert.deepEqual(await refused({ ...BAD, trigger: 'begun' }), [400, 'became', 'conflict']);
    const daily = { every: 'week', time: '08:00', over: 'draft' };
    const weekly = { trigger: 'schedule', schedule: daily };
    assert.deepEqual(await refused(weekly), [400, 'schedule.weekday', 'missing']);
    const mail = [{ type: 'mail', field: 'nothing', fields: [] }];
    const unknown = [400, 'actions[0].field', 'unknown-field'];
    assert.deepEqual(await refused({ trigger: 'begun', actions: mail }), unknown);
  });

  test('a rule with a time runs once a date, for the forms for which its condition holds', async () => {
    const templateId = await world.publish(admin);
    const daily = { every: 'day', time: '08:00', over: 'draft' };
    const id = await world.rule(admin, templateId, {
      ...{ trigger: 'schedule', schedule: daily, condition: "{brakes} = 'bad'" },
      actions: [tell(max)],
    });
    const bad = await world.begin(admin, templateId, { brakes: 'bad' });
    await world.begin(admin, templateId, { brakes: 'good' });
    await world.complete(admin, templateId, { vehicle: 'B-1', brakes: 'bad' });
    const { clock, services } = world.node;
    const nextAt = async () =>
      (
        await services.db.reader
          .selectFrom('rules')
          .select('next_at')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).next_at;
    /** Has the time of the rule come. */
    const come = () =>
      services.db.reader
        .updateTable('rules')
        .set({ next_at: clock.now() })
        .where('id', '=', id)
        .where('next_at', 'is not', null)
        .execute();
    const look = async () => {
      await Promise.all([runSchedules(services).run(), runSchedules(services).run()]);
      await world.settled();
      return (await world.runs(templateId)).map(({ form, outcome }) => [form.id, outcome]);
    };
    assert.deepEqual(await look(), []);
    await come();
    assert.deepEqual(await look(), [[bad, 'done']]);
    assert.deepEqual(await look(), [[bad, 'done']]);
    assert.ok(Number(await nextAt()) > clock.now());
    await come();
    assert.equal((await look()).length, 2);
    const body = { name: 'Off', trigger: 'schedule', schedule: daily, actions: [tell(max)] };
    await world.ok(admin, 'PUT', `/rules/${id}`, { ...body, isOn: false });
    assert.equal(await nextAt(), null);
    await come();
    assert.equal((await look()).length, 2);
  });

  test('a rule tells people in the bell, and a mail has the PDF for those who may see the form', async () => {
    const templateId = await world.publish(admin);
    const workshop = await world.person('member');
    const outsider = await world.person('member');
    const group = await world.group(workshop);
    await world.grant(admin, templateId, { id: group }, { see: 'all' });
    await world.rule(admin, templateId, {
      actions: [
        {
          ...{ type: 'tell', fields: ['brakes'], pdf: true },
          to: [
            { type: 'Group', id: group },
            { type: 'User', id: outsider.id },
          ],
        },
      ],
    });
    const form = await world.complete(admin, templateId, { vehicle: 'B-7', brakes: 'bad' });
    const [notice] = await world.notices(workshop, 'came-in', 1);
    assert.deepEqual([notice?.about.id, notice?.outcome], [form, 'completed']);
    const [letter] = await world.mail.waitFor(workshop.email);
    const [text, pdf] = partsOf(letter?.raw ?? '');
    assert.match(text?.text ?? '', /Brakes: bad\r?\n[\s\S]*The PDF is attached/);
    assert.match(pdf?.headers ?? '', /application\/pdf[\s\S]*filename=.*\.pdf/i);
    assert.match(pdf?.text ?? '', /^%PDF-/);
    assert.deepEqual(await world.notices(outsider, 'came-in', 0), []);
    assert.equal(world.mail.taken.filter(({ to }) => to.includes(outsider.email)).length, 0);
    // Beyond ten mails an hour, the rest comes in one, without answers. The bell goes on.
    for (let n = 0; n < 12; n += 1) await world.complete(admin, templateId, { brakes: 'good' });
    await world.waitFor(templateId, 13);
    const { reader } = world.node.services.db;
    await waitUntil(
      async () => (await reader.selectFrom('notices').select('id').execute()).length === 0,
    );
    const before = world.mail.taken.filter(({ to }) => to.includes(workshop.email)).length;
    assert.equal(before, 10);
    await reader.updateTable('bell_mails').set({ due_at: 0 }).execute();
    await sendBellMails(world.node.services).run();
    const letters = await world.mail.waitFor(workshop.email, before + 1);
    assert.match(letters.at(-1)?.text ?? '', /3 forms came in:/);
    assert.doesNotMatch(letters.at(-1)?.text ?? '', /good/);
    await waitUntil(async () => {
      const { items } = Object((await world.ok(workshop, 'GET', '/notices')).body);
      return items.some((each: { count: number }) => each.count === 13);
    });
  });

  test('a rule that stops is told to its owner and to those who manage the template', async () => {
    const [owner, manager] = [await world.person('designer'), await world.person('designer')];
    const templateId = await world.publish(owner);
    const rights = { see: 'all', edit: true, assign: true, review: true, manage: true };
    await world.grant(owner, templateId, manager, rights);
    const gone = await world.person('member');
    await world.rule(owner, templateId, { actions: [tell(gone)] });
    await world.ok(admin, 'DELETE', `/users/${gone.id}`);
    await world.complete(max, templateId, { vehicle: 'B-1' });
    assert.deepEqual(outcomes(await world.waitFor(templateId, 1, owner)), [
      'failed: unknown-assignee',
    ]);
    for (const each of [owner, manager]) {
      const [notice] = await world.notices(each, 'rule-stopped', 1);
      assert.deepEqual([notice?.about.id, notice?.outcome], [templateId, 'target-gone']);
    }
    assert.deepEqual(await world.notices(max, 'rule-stopped', 0), []);
  });

  test('a field that only rules may set is set by them, also on a complete form, and at no other door', async () => {
    const marked = { type: 'text', name: 'urgency', title: 'Urgency', office: { step: 'rules' } };
    const definition = { elements: [...INSPECTION.elements, marked] };
    const templateId = await world.publish(admin, definition);
    const set = { type: 'set', field: 'urgency', value: 'high' };
    await world.rule(admin, templateId, { condition: "{brakes} = 'bad'", actions: [set] });
    const body = { name: 'x', trigger: 'begun', actions: [{ ...set, field: 'vehicle' }] };
    const path = `/app/v1/templates/${templateId}/rules`;
    const refused = await admin.browser.send('POST', path, { body });
    assert.deepEqual([refused.status, refused.at('at')], [400, 'actions[0].field']);

    const own = { templateId, answers: { urgency: 'low' } };
    const begun = await max.browser.send('POST', '/app/v1/forms', { body: own });
    assert.deepEqual([begun.status, begun.at('faults', 0, 'kind')], [422, 'office']);
    const id = await world.complete(max, templateId, { vehicle: 'B-1', brakes: 'bad' });
    await world.waitFor(templateId, 1);
    const read = async () => {
      const form = await world.ok(max, 'GET', `/forms/${id}`);
      return {
        revision: form.at('revision'),
        status: form.at('status'),
        answers: form.at('answers'),
      };
    };
    const after = { vehicle: 'B-1', brakes: 'bad', urgency: 'high' };
    const { status, answers } = await read();
    assert.deepEqual([status, answers], ['complete', after]);
    await world.ok(admin, 'POST', `/forms/${id}/reopen`, {});
    const change = async (more: object) => {
      const { revision } = await read();
      const sent = { answers: { vehicle: 'B-2', brakes: 'bad', ...more }, revision };
      return (await max.browser.send('PATCH', `/app/v1/forms/${id}`, { body: sent })).status;
    };
    assert.equal(await change({ urgency: 'low' }), 422);
    assert.equal(await change({}), 200);
    assert.deepEqual((await read()).answers, { ...after, vehicle: 'B-2' });
  });

  test('rules that set what others wait for end after five in a row, and say so', async () => {
    const office = { step: 'rules' };
    const elements = ['ping', 'pong'].map((name) => ({ type: 'text', name, office }));
    const templateId = await world.publish(admin, { elements });
    const set = (field: string, value: string) => ({ actions: [{ type: 'set', field, value }] });
    await world.rule(admin, templateId, { trigger: 'begun', ...set('ping', 'a') });
    const steps = [
      ['ping', 'a', 'pong', 'a'],
      ['pong', 'a', 'ping', 'b'],
      ['ping', 'b', 'pong', 'b'],
      ['pong', 'b', 'ping', 'a'],
    ] as const;
    for (const [field, value, next, to] of steps) {
      const when = { trigger: 'value', became: { field, value } };
      await world.rule(admin, templateId, { ...when, ...set(next, to) });
    }
    const { chain } = Object((await world.ok(admin, 'GET', `/templates/${templateId}/rules`)).body);
    assert.equal(chain.length, 5);
    await world.begin(admin, templateId, {});
    const lines = outcomes(await world.waitFor(templateId, 7));
    assert.deepEqual(lines, ['done', 'done', 'done', 'done', 'done', 'done', 'skipped: depth']);
    await world.settled();
    assert.equal((await world.runs(templateId)).length, 7);
  });

  test('before something is deleted, the rules that name it are told to those who may see them', async () => {
    const designer = await world.person('designer');
    const templateId = await world.publish(admin, INSPECTION, { openToAll: false });
    const mine = await world.publish(designer);
    const group = await world.group(max);
    const actions = [{ type: 'tell', to: [{ type: 'Group', id: group }], fields: [] }];
    const id = await world.rule(designer, mine, { name: 'Mine', actions });
    await world.rule(admin, templateId, { name: 'Not mine', actions });
    const naming = async (by: Person) => (await world.ok(by, 'GET', `/rules?names=${group}`)).body;
    const { items, others } = Object(await naming(designer));
    assert.deepEqual(
      [items.map((each: { id: string; name: string }) => [each.id, each.name]), others],
      [[[id, 'Mine']], 1],
    );
    assert.equal((await max.browser.send('GET', `/app/v1/rules?names=${group}`)).status, 403);
    assert.deepEqual(Object((await world.ok(admin, 'GET', `/rules?names=${mine}`)).body), {
      ...{ items: [], others: 0 },
    });
    // Of a person: what acts with their rights, and what tells them.
    const told = { type: 'tell', to: [{ type: 'User', id: designer.id }], fields: [] };
    await world.rule(admin, templateId, { name: 'Tells them', actions: [told] });
    const ofPerson = Object((await world.ok(admin, 'GET', `/rules?names=${designer.id}`)).body);
    assert.deepEqual(
      [ofPerson.items.map(({ name }: { name: string }) => name), ofPerson.others],
      [['Tells them'], 1],
    );
  });

  test('the address in a field gets a mail; one that a stranger typed only by the consent of an admin, and none of their words', async () => {
    const designer = await world.person('designer');
    const templateId = await world.publish(designer);
    const mail = { type: 'mail', field: 'email', fields: ['vehicle', 'brakes'], pdf: true };
    await world.rule(designer, templateId, { actions: [mail] });
    const lines = async (count: number) =>
      (await world.waitFor(templateId, count, designer)).flatMap(({ done }) => done);
    const own = `${fresh()}@known.test`;
    await world.complete(max, templateId, { vehicle: 'B-1', brakes: 'bad', email: own });
    assert.deepEqual(await lines(1), [{ type: 'mail', count: 1 }]);
    const [letter] = await world.mail.waitFor(own);
    assert.match(partsOf(letter?.raw ?? '')[0]?.text ?? '', /vehicle: B-1\r?\nBrakes: bad/);
    assert.match(letter?.raw ?? '', /application\/pdf/);
    await world.complete(max, templateId, { vehicle: 'B-2', email: 'not an address' });
    assert.deepEqual((await lines(2))[0], { type: 'mail', count: 0, left: 'no-address' });

    const link = await world.ok(designer, 'POST', `/templates/${templateId}/links`, {
      ...{ name: fresh(), proofOfWork: false },
    });
    const theirs = `${fresh()}@stranger.test`;
    const send = async () => {
      const stranger = await visit(world.node, tokenOf(link));
      const answers = { vehicle: 'Buy this', brakes: 'good', email: theirs };
      assert.equal((await stranger.answer(answers)).status, 201);
    };
    await send();
    assert.deepEqual((await lines(3))[0], { type: 'mail', count: 0, left: 'stranger' });
    const body = { name: 'x', trigger: 'completed', actions: [{ ...mail, strangers: true }] };
    const path = `/app/v1/templates/${templateId}/rules`;
    const refused = await designer.browser.send('POST', path, { body });
    assert.deepEqual([refused.status, refused.at('reason')], [403, 'rule-strangers-admin']);
    const mine = await world.publish(admin);
    await world.rule(admin, mine, { actions: [{ ...mail, strangers: true }] });
    const open = await world.ok(admin, 'POST', `/templates/${mine}/links`, {
      ...{ name: fresh(), proofOfWork: false },
    });
    for (let n = 0; n < 6; n += 1) {
      const stranger = await visit(world.node, tokenOf(open));
      const answers = { vehicle: 'Buy this', brakes: 'good', email: theirs };
      assert.equal((await stranger.answer(answers)).status, 201);
    }
    const sent = await world.mail.waitFor(theirs, 5);
    assert.match(sent[0]?.text ?? '', /Brakes: good/);
    assert.doesNotMatch(sent[0]?.raw ?? '', /Buy this|application\/pdf/);
    // One address gets five mails a day. The audit log says that the sixth was not sent.
    await waitUntil(async () => {
      const { items } = Object(
        (await world.ok(admin, 'GET', '/audit-events?action=mail.give-up')).body,
      );
      return items?.length === 1;
    });
    assert.equal(world.mail.taken.filter(({ to }) => to.includes(theirs)).length, 5);
  });
});
