// What rules do when something is in their way: rights that are lost, things that are gone, too many runs; and what their
// makers see of it.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
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
import { fresh } from '../../test/support/scim.ts';
import { nightlyTest } from '../../test/support/timing.ts';
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../test/support/webhook-receiver.ts';
import { MAX_RUNS_OF_FORM } from './limits.ts';

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
  const assignmentsOf = async (templateId: string) =>
    Object((await ok(admin, 'GET', `/app/v1/assignments?template=${templateId}&limit=100`)).body)
      .items;

  test('a rule whose owner loses a right stops, says why, and leaves nothing half done', async () => {
    const other = await person('designer');
    const templateId = await publish(dora, INSPECTION);
    const repair = await publish(admin, REPAIR, { openToAll: false });
    const grant = {
      see: 'own',
      fill: true,
      edit: false,
      assign: true,
      review: false,
      manage: false,
    };
    await ok(admin, 'PUT', `/app/v1/templates/${repair}/rights/${dora.id}`, grant);
    const assign = { type: 'assign', templateId: repair, to: toUser(max), carry: [] };
    await rule(dora, templateId, { actions: [tell(max), assign] });
    await ok(admin, 'DELETE', `/app/v1/templates/${repair}/rights/${dora.id}`);
    const toMax = () => mail.taken.filter(({ to }) => to.includes(`${max.name}@rules.test`)).length;
    const sent = toMax();
    await complete(max, templateId, { vehicle: 'B-1' });
    assert.deepEqual(told(await waitFor(templateId, 1, dora)), ['failed: not-found']);
    const state = async () => {
      const { items } = Object(
        (await ok(dora, 'GET', `/app/v1/templates/${templateId}/rules`)).body,
      );
      return items.map((each: { state: string; stopReason?: string }) => [
        each.state,
        each.stopReason,
      ]);
    };
    assert.deepEqual(await state(), [['stopped', 'target-gone']]);
    assert.equal((await assignmentsOf(repair)).length, 0);
    // A stopped rule has nothing stored for it.
    await complete(max, templateId, { vehicle: 'B-2' });
    assert.equal((await runs(templateId, dora)).length, 1);
    assert.equal(toMax(), sent);
    const mine = await publish(admin, INSPECTION);
    const all = { see: 'all', fill: true, edit: true, assign: true, review: true, manage: true };
    await ok(admin, 'PUT', `/app/v1/templates/${mine}/rights/${other.id}`, all);
    await rule(other, mine, { actions: [tell(max)] });
    await ok(admin, 'PATCH', `/app/v1/users/${other.id}`, { active: false });
    await complete(max, mine, { vehicle: 'B-3' });
    assert.deepEqual(told(await waitFor(mine, 1)), ['failed: owner-inactive']);
  });

  test('nobody makes a rule that does what they could not do, and a member makes none', async () => {
    const templateId = await publish(dora, INSPECTION);
    const closed = await publish(admin, REPAIR, { openToAll: false });
    const path = `/app/v1/templates/${templateId}/rules`;
    const hook = await webhook();
    const post = async (by: Person, action: object) => {
      const { status, body } = await ask(by, 'POST', path, {
        ...{ name: 'x', trigger: 'completed', actions: [action] },
      });
      return [status, Object(body).reason ?? Object(body).code];
    };
    const assign = { type: 'assign', templateId: closed, to: toUser(max), carry: [] };
    assert.deepEqual(await post(dora, assign), [404, 'not-found']);
    assert.deepEqual(await post(dora, { type: 'webhook', webhookId: hook.id, fields: [] }), [
      403,
      'rule-webhook-admin',
    ]);
    assert.deepEqual(
      await post(dora, { type: 'row', listId, cells: [{ column: 'code', text: 'x' }] }),
      [403, 'forbidden'],
    );
    assert.equal((await post(max, tell(dora)))[0], 403);
    assert.equal((await post(dora, tell({ ...max, id: node.services.ids.next() })))[0], 400);
  });

  nightlyTest(
    'one rule acts on one form twenty times an hour at most, and on others as before',
    async () => {
      const templateId = await publish(admin, INSPECTION);
      await rule(admin, templateId, {
        actions: [
          {
            type: 'row',
            listId,
            cells: [
              { column: 'code', field: 'vehicle' },
              { column: 'title', text: 'Seen' },
            ],
          },
        ],
      });
      const form = await complete(admin, templateId, { vehicle: fresh() });
      for (let n = 0; n < MAX_RUNS_OF_FORM; n += 1) {
        await ok(admin, 'POST', `/app/v1/forms/${form}/reopen`, {});
        await ok(admin, 'POST', `/app/v1/forms/${form}/complete`, {});
      }
      await complete(admin, templateId, { vehicle: fresh() });
      const lines = await waitFor(templateId, MAX_RUNS_OF_FORM + 2);
      const of = (outcome: string) => told(lines).filter((each) => each === outcome).length;
      assert.deepEqual([of('done'), of('skipped: rate')], [MAX_RUNS_OF_FORM + 1, 1]);
    },
  );

  test('a way on which rules lead back to a template is named, with the templates on it', async () => {
    const [one, two, three] = [
      await publish(admin, REPAIR),
      await publish(admin, REPAIR),
      await publish(admin, REPAIR),
    ];
    const assign = (templateId: string) => ({
      actions: [{ type: 'assign', templateId, to: toUser(max), carry: [] }],
    });
    const loopOf = async (id: string): Promise<readonly string[] | undefined> =>
      Object((await ok(admin, 'GET', `/app/v1/templates/${id}/rules`)).body).loop?.map(
        (each: { id: string }) => each.id,
      );
    await rule(admin, one, assign(two));
    await rule(admin, two, assign(three));
    assert.equal(await loopOf(one), undefined);
    await rule(admin, three, assign(one));
    assert.deepEqual(await loopOf(one), [one, two, three, one]);
    assert.deepEqual(await loopOf(three), [three, one, two, three]);
  });

  test('trying a rule on a form says what it would do, and does nothing', async () => {
    const templateId = await publish(admin, INSPECTION);
    const repair = await publish(admin, REPAIR);
    const hook = await webhook();
    const form = await complete(admin, templateId, { vehicle: 'B-1', brakes: 'bad' });
    const attempt = async (more: object) =>
      (
        await ok(admin, 'POST', `/app/v1/templates/${templateId}/rules/try`, {
          ...{ formId: form, rule: { name: 'x', trigger: 'completed', ...more } },
        })
      ).body;
    const sent = mail.taken.length;
    const assign = {
      type: 'assign',
      templateId: repair,
      to: toUser(max),
      carry: [{ from: 'vehicle', to: 'car' }],
    };
    const all = [assign, { type: 'webhook', webhookId: hook.id, fields: [] }, tell(max)];
    const { outcome, done } = Object(
      await attempt({ condition: "{brakes} = 'bad'", actions: all }),
    );
    assert.deepEqual(
      [outcome, done.map(({ type }: { type: string }) => type)],
      ['done', ['assign', 'webhook', 'tell']],
    );
    assert.deepEqual(await attempt({ condition: "{brakes} = 'good'", actions: all }), {
      outcome: 'skipped',
      reason: 'condition',
      done: [],
    });
    const became = (value: string) => ({ trigger: 'value', became: { field: 'brakes', value } });
    const byValue = async (value: string) =>
      Object(await attempt({ ...became(value), actions: all })).outcome;
    assert.deepEqual([await byValue('bad'), await byValue('good')], ['done', 'skipped']);
    const wrong = { ...assign, carry: [{ from: 'vehicle', to: 'nothing' }] };
    assert.deepEqual(Object(await attempt({ actions: [wrong] })).reason, 'invalid-answers');
    assert.equal((await assignmentsOf(repair)).length, 0);
    assert.deepEqual(await runs(templateId), []);
    assert.deepEqual(
      receiver.received.filter(({ path }) => path === hook.path),
      [],
    );
    assert.equal(mail.taken.length, sent);
  });

  test('a run that failed is done again once the way is free; one that called a webhook calls it with its id', async () => {
    const templateId = await publish(admin, INSPECTION);
    const repair = await publish(admin, REPAIR);
    const hook = await webhook();
    await rule(admin, templateId, {
      actions: [{ type: 'webhook', webhookId: hook.id, fields: ['vehicle'] }],
    });
    const carry = [{ from: 'vehicle', to: 'late' }];
    const id = await rule(admin, templateId, {
      actions: [{ type: 'assign', templateId: repair, to: toUser(max), carry }],
    });
    await complete(admin, templateId, { vehicle: 'B-1' });
    const lines = await waitFor(templateId, 2);
    assert.deepEqual(told(lines).toSorted(), ['done', 'failed: invalid-answers']);
    const definition = { elements: [{ type: 'text', name: 'late' }] };
    await ok(admin, 'PATCH', `/app/v1/templates/${repair}`, { definition });
    await ok(admin, 'POST', `/app/v1/templates/${repair}/publish`, {});
    const [called, failed] = ['done', 'failed'].map((each) =>
      lines.find(({ outcome }) => outcome === each),
    );
    assert.equal(failed?.rule.id, id);
    await ok(admin, 'POST', `/app/v1/rule-runs/${failed?.id}/again`);
    assert.deepEqual(told(await waitFor(templateId, 3)).toSorted(), [
      'done',
      'done',
      'failed: invalid-answers',
    ]);
    assert.equal((await assignmentsOf(repair)).length, 1);
    await receiver.waitFor(hook.path);
    await ok(admin, 'POST', `/app/v1/rule-runs/${called?.id}/again`);
    const ids = (await receiver.waitFor(hook.path, 2)).map(({ headers }) => headers['webhook-id']);
    assert.equal(new Set(ids).size, 1);
    assert.equal((await runs(templateId)).length, 3);
  });

  test('rules keep their order, their revisions and their pages, and a copy of the template has them turned off', async () => {
    const templateId = await publish(admin, INSPECTION);
    const path = `/app/v1/templates/${templateId}/rules`;
    const [a, b] = [
      await rule(admin, templateId, { actions: [tell(max)] }),
      await rule(admin, templateId, { actions: [tell(max)] }),
    ];
    assert.equal((await ask(admin, 'PUT', `${path}/order`, { ids: [b] })).status, 400);
    await ok(admin, 'PUT', `${path}/order`, { ids: [b, a] });
    const { items } = Object((await ok(admin, 'GET', path)).body);
    assert.deepEqual(
      items.map(({ id }: { id: string }) => id),
      [b, a],
    );
    const body = { name: 'Off', trigger: 'completed', actions: [tell(max)], isOn: false };
    await ok(admin, 'PUT', `/app/v1/rules/${a}`, { ...body, revision: 1 });
    assert.equal(
      (await ask(admin, 'PUT', `/app/v1/rules/${a}`, { ...body, revision: 1 })).status,
      412,
    );
    for (let n = 0; n < 3; n += 1) await complete(admin, templateId, { vehicle: 'B-1' });
    await waitFor(templateId, 3);
    const list = `/app/v1/templates/${templateId}/rule-runs?limit=2`;
    const first = await ok(admin, 'GET', list);
    const second = await ok(admin, 'GET', `${list}&cursor=${first.at('next')}`);
    const seen = [first, second].flatMap((each) =>
      Object(each.body).items.map(({ id }: Line) => id),
    );
    assert.deepEqual([seen.length, new Set(seen).size, second.at('next')], [3, 3, undefined]);
    const copy = String(
      (await ok(admin, 'POST', `/app/v1/templates/${templateId}/duplicate`, { name: fresh() })).at(
        'id',
      ),
    );
    const copied = Object((await ok(admin, 'GET', `/app/v1/templates/${copy}/rules`)).body).items;
    assert.deepEqual(
      copied.map(({ name, state }: { name: string; state: string }) => [
        name === items[0].name || name === 'Off',
        state,
      ]),
      [
        [true, 'off'],
        [true, 'off'],
      ],
    );
    await ok(admin, 'DELETE', `/app/v1/templates/${copy}`);
    await ok(admin, 'DELETE', `/app/v1/rules/${b}`);
    assert.deepEqual(await runs(templateId), []);
  });
});
