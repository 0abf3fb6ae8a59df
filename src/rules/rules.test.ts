// Rules of a template, driven over HTTP: when something happens to a form, if a condition holds, then something is done.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { tellDueForms } from '#forms/index.ts';
import { type Browser, openBrowser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import {
  ADMIN_PASSWORD,
  type Answer,
  type Instance,
  startInstance,
} from '../../test/support/instance.ts';
import { LIST_SHAPE } from '../../test/support/lists.ts';
import { type MailServer, startMailServer } from '../../test/support/mail-server.ts';
import { allowPublicLinks, tokenOf, visit } from '../../test/support/public-links.ts';
import { fresh } from '../../test/support/scim.ts';
import { nightlyTest } from '../../test/support/timing.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../test/support/webhook-receiver.ts';
import { TRIGGERS, type Trigger } from './rule.ts';
import { claimRuleEvent } from './rule-events.store.ts';
import { runEvent } from './run-event.ts';
import { runSchedules } from './run-schedules.ts';

const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const INSPECTION = {
  elements: [
    { type: 'text', name: 'vehicle' },
    { type: 'dropdown', name: 'brakes', title: 'Brakes', choices: ['good', 'bad'] },
    { type: 'text', name: 'why', title: 'What is wrong', visibleIf: "{brakes} = 'bad'" },
  ],
};
const REPAIR = {
  elements: [
    { type: 'text', name: 'car' },
    { type: 'comment', name: 'fault' },
  ],
};

/** What the triggers need that wait for a value or a time. */
const WAITS: Readonly<Partial<Record<Trigger, object>>> = {
  value: { became: { field: 'vehicle', value: 'B-1' } },
  schedule: { schedule: { every: 'day', time: '08:00', over: 'draft' } },
};

interface Person {
  readonly id: string;
  readonly name: string;
  readonly browser: Browser;
}

forEachEngine((engine) => {
  let mail: MailServer;
  let receiver: Receiver;
  let node: Instance;
  let admin: Person;
  let dora: Person;
  let max: Person;
  let listId: string;

  before(async () => {
    mail = await startMailServer();
    receiver = await startReceiver();
    node = await startInstance(engine, { env: { ...RECEIVER_ENV, ...mail.env } });
    const { accountCode, userId } = node.account;
    admin = { id: userId, name: `${accountCode}/admin`, browser: openBrowser(node) };
    await admin.browser.signIn(admin.name, ADMIN_PASSWORD);
    await allowPublicLinks(node);
    dora = await person('designer');
    max = await person('member');
    listId = String(
      (await ok(admin, 'POST', '/app/v1/lists', { name: 'Faults', ...LIST_SHAPE })).at('id'),
    );
  });
  after(async () => {
    await node.close();
    await receiver.close();
    await mail.close();
  });

  const ask = (by: Person, method: string, path: string, body?: object): Promise<Answer> =>
    by.browser.send(method, path, body && { body });
  const ok = async (by: Person, method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await ask(by, method, path, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const person = async (role: string): Promise<Person> => {
    const name = fresh();
    const email = `${name}@rules.test`;
    const body = { userName: name, displayName: name, email, role, password: ADMIN_PASSWORD };
    const id = String((await ok(admin, 'POST', '/app/v1/users', body)).at('id'));
    const browser = openBrowser(node);
    assert.equal((await browser.signIn(name, ADMIN_PASSWORD)).status, 201);
    return { id, name, browser };
  };
  const publish = async (by: Person, definition: object, more: object = {}): Promise<string> => {
    const body = { name: fresh(), definition, openToAll: true, ...more };
    const id = String((await ok(by, 'POST', '/app/v1/templates', body)).at('id'));
    await ok(by, 'POST', `/app/v1/templates/${id}/publish`, {});
    return id;
  };
  const rule = async (by: Person, templateId: string, more: object): Promise<string> => {
    const body = { name: fresh(), trigger: 'completed', ...more };
    return String((await ok(by, 'POST', `/app/v1/templates/${templateId}/rules`, body)).at('id'));
  };
  const begin = async (by: Person, templateId: string, answers: object = {}): Promise<string> =>
    String((await ok(by, 'POST', '/app/v1/forms', { templateId, answers })).at('id'));
  const complete = async (by: Person, templateId: string, answers: object): Promise<string> => {
    const id = await begin(by, templateId, answers);
    await ok(by, 'POST', `/app/v1/forms/${id}/complete`, {});
    return id;
  };
  const toUser = ({ id }: Person) => ({ type: 'User', id });
  const tell = (to: Person, fields: readonly string[] = []) => ({
    ...{ type: 'tell', to: [toUser(to)], fields },
  });
  const webhook = async (): Promise<{ readonly id: string; readonly path: string }> => {
    const path = `/${fresh()}`;
    const body = { targetUrl: `${receiver.url}${path}`, eventTypes: ['form.deleted'] };
    const made = await ok(admin, 'POST', '/app/v1/webhooks', body);
    return { id: String(made.at('webhook', 'id')), path };
  };
  interface Line {
    readonly id: string;
    readonly rule: { readonly id: string };
    readonly form: { readonly id: string };
    readonly outcome: string;
    readonly reason?: string;
    readonly done: readonly { readonly type: string; readonly id?: string }[];
  }
  const runs = async (templateId: string, by = admin): Promise<readonly Line[]> =>
    Object((await ok(by, 'GET', `/app/v1/templates/${templateId}/rule-runs?limit=100`)).body).items;
  /** Waits until there are so many runs of the rules of a template. */
  const waitFor = async (
    templateId: string,
    count: number,
    by = admin,
  ): Promise<readonly Line[]> => {
    for (let waited = 0; waited < 30_000; waited += 25) {
      const found = await runs(templateId, by);
      if (found.length >= count) return found;
      await setTimeout(25);
    }
    assert.fail(`${JSON.stringify(await runs(templateId, by))} instead of ${count} runs`);
  };
  const told = (lines: readonly Line[]) =>
    lines.map(({ outcome, reason }) => (reason === undefined ? outcome : `${outcome}: ${reason}`));
  const assignmentsOf = async (templateId: string, by = admin) =>
    Object((await ok(by, 'GET', `/app/v1/assignments?template=${templateId}&limit=100`)).body)
      .items;

  /** Makes a rule for each cause and each action. @returns what each is for, by its id */
  const everyPair = async (
    templateId: string,
    actions: readonly { readonly type: string }[],
  ): Promise<ReadonlyMap<string, string>> => {
    const made = new Map<string, string>();
    for (const trigger of TRIGGERS) {
      for (const action of actions) {
        const id = await rule(admin, templateId, {
          ...{ trigger, actions: [action], ...WAITS[trigger] },
        });
        made.set(id, `${trigger} ${action.type}`);
      }
      const handOn = [{ type: 'hand-on', to: toUser(admin) }];
      const body = { name: fresh(), trigger, actions: handOn, ...WAITS[trigger] };
      const answer = await ask(admin, 'POST', `/app/v1/templates/${templateId}/rules`, body);
      const isDraft = ['begun', 'sent-back', 'late', 'value', 'schedule'].includes(trigger);
      assert.equal(answer.status, isDraft ? 201 : 400, answer.text);
      if (isDraft) made.set(String(answer.at('id')), `${trigger} hand-on`);
    }
    return made;
  };
  /** Waits until each of these rules has done something. */
  const allDone = async (templateId: string, made: ReadonlyMap<string, string>): Promise<void> => {
    let left: readonly string[] = [];
    for (let waited = 0; waited < 30_000; waited += 100) {
      const lines = (await runs(templateId)).filter(({ outcome }) => outcome === 'done');
      const done = new Set(lines.map((line) => line.rule.id));
      left = [...made].flatMap(([id, what]) => (done.has(id) ? [] : [what]));
      if (left.length === 0) return;
      await setTimeout(100);
    }
    assert.fail(`not done: ${left}; ${told(await runs(templateId))}`);
  };

  nightlyTest(
    'each cause runs each action, whether a person or a public link caused it',
    async () => {
      const fallback = String(
        (
          await node.request('POST', '/scim/v2/Groups', {
            body: { schemas: [GROUP], displayName: fresh() },
          })
        ).at('id'),
      );
      const review = { steps: [{ by: 'people', people: [admin.id] }], fallback, own: true };
      const templateId = await publish(admin, { ...INSPECTION, review });
      const repair = await publish(admin, REPAIR);
      const hook = await webhook();
      const actions = [
        {
          type: 'assign',
          templateId: repair,
          to: toUser(max),
          carry: [{ from: 'vehicle', to: 'car' }],
        },
        {
          type: 'row',
          listId,
          cells: [
            { column: 'code', field: 'vehicle' },
            { column: 'title', text: 'x' },
          ],
        },
        { type: 'webhook', webhookId: hook.id, fields: ['vehicle'] },
        tell(max, ['vehicle']),
      ];
      const made = await everyPair(templateId, actions);
      const doneBy = async (form: string, what: string) => {
        const isIt = (line: Line) => line.form.id === form && made.get(line.rule.id) === what;
        await waitUntil(async () => (await runs(templateId)).some(isIt));
      };
      const decide = async (id: string, decision: string) => {
        const revision = (await ok(admin, 'GET', `/app/v1/forms/${id}`)).at('revision');
        await ok(admin, 'POST', `/app/v1/forms/${id}/review`, {
          revision,
          decision,
          remark: 'See there',
        });
      };
      const form = await begin(admin, templateId, { vehicle: 'B-1', brakes: 'good' });
      // Once a form is complete, nobody can hand it on: the rules of its beginning go first here.
      await waitFor(templateId, 2 * (actions.length + 1));
      await ok(admin, 'POST', `/app/v1/forms/${form}/complete`, {});
      await decide(form, 'send-back');
      await doneBy(form, 'sent-back hand-on');
      await ok(admin, 'POST', `/app/v1/forms/${form}/complete`, {});
      await decide(form, 'approve');
      await decide(await complete(admin, templateId, { vehicle: 'B-2', brakes: 'good' }), 'reject');
      const link = await ok(admin, 'POST', `/app/v1/templates/${templateId}/links`, {
        ...{ name: fresh(), proofOfWork: false },
      });
      const stranger = await visit(node, tokenOf(link));
      assert.equal((await stranger.answer({ vehicle: 'B-3', brakes: 'good' })).status, 201);
      const dueDate = new Date(node.clock.now() + 60_000).toISOString();
      const answers = { vehicle: 'B-4' };
      await ok(admin, 'POST', '/app/v1/forms', { templateId, answers, dueAt: dueDate });
      node.clock.advance(61_000);
      await tellDueForms(node.services).run();
      const ofRules = node.services.db.reader.updateTable('rules').set({ next_at: 0 });
      await ofRules.where('cause', '=', 'schedule').execute();
      await runSchedules(node.services).run();
      await allDone(templateId, made);
      const [sent] = await receiver.waitFor(hook.path);
      const { data, type } = JSON.parse(sent?.body ?? '{}');
      assert.equal(type, 'form.rule');
      assert.equal(data.answers.vehicle.slice(0, 2), 'B-');
    },
  );

  test('bad brakes give the workshop a repair order with the vehicle filled in, and tell it once', async () => {
    const workshop = await person('member');
    const outsider = await person('member');
    const { body } = await node.request('POST', '/scim/v2/Groups', {
      body: { schemas: [GROUP], displayName: fresh(), members: [{ value: workshop.id }] },
    });
    const group = String(Object(body).id);
    const templateId = await publish(dora, INSPECTION);
    const sees = {
      see: 'all',
      fill: true,
      edit: false,
      assign: false,
      review: false,
      manage: false,
    };
    await ok(dora, 'PUT', `/app/v1/templates/${templateId}/rights/${group}`, sees);
    const repair = await publish(dora, REPAIR);
    await rule(dora, templateId, {
      condition: "{brakes} = 'bad'",
      actions: [
        {
          type: 'assign',
          templateId: repair,
          to: { type: 'Group', id: group },
          mode: 'shared',
          dueInDays: 3,
          carry: [
            { from: 'vehicle', to: 'car' },
            { from: 'why', to: 'fault' },
          ],
        },
        {
          type: 'tell',
          to: [{ type: 'Group', id: group }, toUser(outsider)],
          fields: ['brakes', 'why'],
        },
      ],
    });
    await complete(max, templateId, { vehicle: 'B-7', brakes: 'bad', why: 'They squeal' });
    await complete(max, templateId, { vehicle: 'B-8', brakes: 'good' });
    const lines = await waitFor(templateId, 2, dora);
    assert.deepEqual(told(lines).toSorted(), ['done', 'skipped: condition']);
    const [order, ...more] = await assignmentsOf(repair, dora);
    assert.deepEqual(more, []);
    assert.equal(order.assignee.id, group);
    const begun = await ok(workshop, 'POST', `/app/v1/assignments/${order.id}/form`, {});
    assert.deepEqual(begun.at('answers'), { car: 'B-7', fault: 'They squeal' });
    // One of the work, and one of the rule.
    const letters = await mail.waitFor(`${workshop.name}@rules.test`, 2);
    const texts = letters.map(({ text }) => text).join('\n');
    assert.match(texts, /Brakes: bad\r?\nWhat is wrong: They squeal/);
    // Nobody reads what they may not see, whatever the designer chose.
    assert.equal(
      mail.taken.filter(({ to }) => to.includes(`${outsider.name}@rules.test`)).length,
      0,
    );
  });

  test('a condition is checked like those of the template, and a hidden answer counts as empty', async () => {
    const templateId = await publish(dora, INSPECTION);
    const path = `/app/v1/templates/${templateId}/rules`;
    for (const condition of ['{brakes} =', '{nothing} = 1', "{brakes} = 'worn'", 'eval(1)']) {
      const body = { name: fresh(), trigger: 'completed', condition, actions: [tell(max)] };
      const answer = await ask(dora, 'POST', path, body);
      assert.deepEqual(
        [answer.status, answer.at('code'), answer.at('at')],
        [422, 'invalid-definition', 'condition'],
        `${condition}: ${answer.text}`,
      );
    }
    await rule(dora, templateId, {
      trigger: 'begun',
      condition: '{why} notempty',
      actions: [tell(max)],
    });
    await begin(dora, templateId, { brakes: 'good', why: 'left over' });
    await begin(dora, templateId, { brakes: 'bad', why: 'They squeal' });
    assert.deepEqual(told(await waitFor(templateId, 2, dora)).toSorted(), [
      'done',
      'skipped: condition',
    ]);
  });

  test('an event that two nodes take at once is acted on once, and each form in its order', async () => {
    const templateId = await publish(admin, INSPECTION);
    const repair = await publish(admin, REPAIR);
    const actions = [{ type: 'assign', templateId: repair, to: toUser(max), carry: [] }];
    await rule(admin, templateId, { trigger: 'begun', actions });
    await rule(admin, templateId, { actions: [tell(max)] });
    const { services } = node;
    const { accountId } = node.account;
    await services.ruleRunner.close();
    await complete(admin, templateId, { vehicle: 'B-1' });
    const claim = () =>
      claimRuleEvent(services.db.reader, { accountId, templateId }, node.clock.now());
    const first = await claim();
    assert.ok(first?.trigger === 'begun');
    // A later event of the form waits, and nobody else gets this one.
    assert.equal(await claim(), undefined);
    await Promise.all([1, 2, 3].map(() => runEvent(services, first)));
    assert.equal((await assignmentsOf(repair)).length, 1);
    assert.deepEqual(told(await runs(templateId)), ['done']);
    assert.equal((await claim())?.trigger, 'completed');
  });
});
