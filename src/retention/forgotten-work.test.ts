// What work and series say of people and their answers goes with them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { blankAssignmentOf } from '#assignments/index.ts';
import { adminBrowser, type Browser, openBrowser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../test/support/instance.ts';
import { createForgetPerson } from './forget-person.ts';

const PASSWORD = 'four green kettles in march';
const DEFINITION = {
  elements: [
    { type: 'text', name: 'site' },
    { type: 'text', name: 'note' },
  ],
};

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let templateId: string;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const made = { name: 'Inspection', definition: DEFINITION, openToAll: true };
    templateId = String((await post('/templates', made)).at('id'));
    await post(`/templates/${templateId}/publish`, {}, 200);
  });
  after(() => node.close());

  const ok = (answer: Answer, status = 200): Answer => {
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  const post = async (path: string, body: object, status = 201, by: Browser = admin) =>
    ok(await by.send('POST', `/app/v1${path}`, { body }), status);
  const send = async (body: object) =>
    String((await post('/assignments', body)).at('assignments', 0, 'id'));

  test('the name of an erased person leaves the instructions, the reason and the history of their work, and their series', async () => {
    const person = { userName: 'zoe', displayName: 'Zoe Ziegler', password: PASSWORD };
    const userId = String((await post('/users', person)).at('id'));
    const zoe = openBrowser(node);
    await zoe.signIn('zoe', PASSWORD);
    const assignee = { type: 'User', id: userId };
    const order = { templateId, assignee, instructions: 'Zoe Ziegler has the key.' };
    const id = await send({ ...order, reference: 'one' });
    const change = { instructions: 'Ask Zoe Ziegler, then zoe’s crew.' };
    ok(await admin.send('PATCH', `/app/v1/assignments/${id}`, { body: change }));
    await post(`/assignments/${id}/decline`, { reason: 'Zoe Ziegler is ill.' }, 200, zoe);
    const other = { type: 'User', id: node.account.userId };
    const others = await send({ ...order, assignee: other, reference: 'two' });
    const schedule = {
      rule: { frequency: 'daily' },
      start: '2035-01-01',
      time: '12:00',
      holidays: 'keep',
    };
    const more = { leadDays: 0, instructions: 'For Zoe Ziegler.', answers: {} };
    const series = { assignee: { ...assignee, mode: 'each' }, ...schedule, ...more };
    const made = await post(`/templates/${templateId}/series`, series);

    const { accountId } = node.account;
    const by = { accountId, userId: node.account.userId, via: 'web' } as const;
    await createForgetPerson(node.services)(by, { userId, names: ['zoe', 'Zoe Ziegler'] });
    const work = ok(await node.request('GET', `/v2/assignments/${id}`));
    assert.deepEqual(
      [work.at('instructions'), work.at('declineReason')],
      ['Ask (erased), then (erased)’s crew.', '(erased) is ill.'],
    );
    const history: readonly { detail?: object }[] = Object(work.body).history;
    assert.doesNotMatch(JSON.stringify(history.map(({ detail }) => detail)), /Ziegler/);
    const read = ok(await admin.send('GET', `/app/v1/series/${String(made.at('id'))}`));
    assert.equal(read.at('instructions'), 'For (erased).');
    // It is not about them, as far as anybody knows.
    const left = ok(await node.request('GET', `/v2/assignments/${others}`));
    assert.equal(left.at('instructions'), order.instructions);
  });

  test('an answer that is removed from a form is removed from what was filled in ahead', async () => {
    const assignee = { type: 'User', id: node.account.userId };
    const answers = { site: 'Weir', note: 'Mrs Lee, third floor' };
    const id = await send({ templateId, assignee, answers, reference: 'three' });
    const { db } = node.services;
    const { accountId } = node.account;
    await db.transaction((tx) =>
      blankAssignmentOf(tx, { accountId, assignmentId: id }, new Set(['note', 'note-Comment'])),
    );
    const begun = await post(`/assignments/${id}/form`, {});
    assert.deepEqual(begun.at('answers'), { site: 'Weir' });
  });
});
