// What work, series and reviews say of people and their answers goes with them.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { blankAssignmentOf } from '#assignments/index.ts';
import { adminBrowser, type Browser, openBrowser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../test/support/instance.ts';
import { createForgetPerson } from './forget-person.ts';
import { applyRules } from './keep-retention.ts';

const DAY_MS = 86_400_000;
/** Where answers of work and reviews are stored, and what people say of them. A new column is cleared too, or it is found here. */
const HOLDING = [
  'answer_values.text',
  'assignment_events.detail',
  'assignments.answers',
  'assignments.decline_reason',
  'assignments.instructions',
  'form_events.detail',
  'forms.answers',
  'forms.office_answers',
  'search_texts.words',
  'search_words.word',
];
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
  /** Returns the columns of the storage that hold a text. */
  const columnsWith = async (text: string): Promise<readonly string[]> => {
    const { reader } = node.services.db;
    const found: string[] = [];
    for (const { name } of await reader.introspection.getTables()) {
      const rows = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
        reader,
      );
      const columns = rows.rows.flatMap((row) =>
        Object.entries(row).flatMap(([column, value]) =>
          String(value).toLowerCase().includes(text.toLowerCase()) ? [column] : [],
        ),
      );
      found.push(...new Set(columns.map((column) => `${name}.${column}`)));
    }
    return found.toSorted();
  };
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

  test('the name of an erased person leaves what was sent to their groups, for whoever has it', async () => {
    const ids: string[] = [];
    for (const userName of ['gus', 'ida']) {
      const person = { userName, displayName: `${userName} Quandt`, password: PASSWORD };
      ids.push(String((await post('/users', person)).at('id')));
    }
    const [gus = ''] = ids;
    const group = { displayName: 'Crew', members: ids.map((value) => ({ value })) };
    const made = ok(await node.request('POST', '/scim/v2/Groups', { body: group }), 201);
    const instructions = 'gus Quandt has the key.';
    const assignee = { type: 'Group', id: String(made.at('id')) };
    for (const mode of ['each', 'shared']) {
      await send({ templateId, assignee: { ...assignee, mode }, instructions, reference: mode });
    }
    const dates = { rule: { frequency: 'daily' }, start: '2035-01-01', time: '12:00' };
    const more = { holidays: 'keep', leadDays: 0, instructions, answers: {} };
    const series = { assignee: { ...assignee, mode: 'each' }, ...dates, ...more };
    await post(`/templates/${templateId}/series`, series);
    assert.deepEqual(await columnsWith('gus Quandt has'), [
      'assignments.instructions',
      'series.instructions',
    ]);
    const { accountId } = node.account;
    const by = { accountId, userId: node.account.userId, via: 'web' } as const;
    await createForgetPerson(node.services)(by, { userId: gus, names: ['gus', 'gus Quandt'] });
    assert.deepEqual(await columnsWith('gus Quandt has'), []);
  });

  test('every column that holds answers of work and reviews is cleared when the time of a template is over', async () => {
    const secret = 'Zyxomma';
    const me = { type: 'User', id: node.account.userId };
    const group = ok(
      await node.request('POST', '/scim/v2/Groups', { body: { displayName: 'Q' } }),
      201,
    );
    const definition = {
      elements: [
        { type: 'text', name: 'site', searchable: true },
        { type: 'text', name: 'grade', office: { step: 1, seenBy: 'step' } },
      ],
      review: {
        steps: [{ by: 'people', people: [me.id] }],
        fallback: String(group.at('id')),
        own: true,
      },
    };
    const made = await post('/templates', { name: 'Secret', definition, openToAll: true });
    const id = String(made.at('id'));
    await post(`/templates/${id}/publish`, {}, 200);
    const work = { templateId: id, assignee: me, answers: { site: secret }, instructions: secret };
    const done = await send({ ...work, reference: 'done' });
    const declined = await send({ ...work, reference: 'declined' });
    ok(
      await admin.send('PATCH', `/app/v1/assignments/${declined}`, {
        body: { instructions: `${secret} 2` },
      }),
    );
    await post(`/assignments/${declined}/decline`, { reason: secret }, 200);
    const form = await post(`/assignments/${done}/form`, {});
    const path = `/forms/${String(form.at('id'))}`;
    const completed = await post(`${path}/complete`, {}, 200);
    const decision = { decision: 'send-back', remark: secret, office: { grade: secret } };
    await post(`${path}/review`, { ...decision, revision: completed.at('revision') }, 200);
    await post(`${path}/complete`, {}, 200);
    assert.deepEqual(await columnsWith(secret), HOLDING);
    const rule = { action: 'delete', days: 30 };
    ok(await admin.send('PUT', `/app/v1/templates/${id}/retention`, { body: rule }));
    for (const days of [31, 8]) {
      await applyRules(node.services);
      node.clock.advance(days * DAY_MS);
    }
    await applyRules(node.services);
    assert.deepEqual(await columnsWith(secret), []);
  });

  test('an answer that is removed from a form is removed from what was filled in ahead', async () => {
    // Weeks have passed, and sessions end.
    admin = await adminBrowser(node);
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
