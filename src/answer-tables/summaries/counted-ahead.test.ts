// Runs alone: it watches the statements of all databases of its process.
// What counts all forms of somebody who sees them all is read from rows that were counted ahead, however many forms there are.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser } from '../../../test/support/browser.ts';
import { forOneEngine } from '../../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../../test/support/instance.ts';
import { type Statements, watchStatements } from '../../../test/support/statements.ts';

/** The index that says which forms of a template a summary counts. */
const OWN_INDEX = 'COVERING INDEX forms_of_template_by_creation';

forOneEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let template: string;
  let watched: Statements;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const definition = {
      elements: [
        { type: 'radiogroup', name: 'state', title: 'State', choices: ['dry', 'wet'] },
        { type: 'text', name: 'litres', title: 'Litres', inputType: 'number' },
      ],
    };
    const made = await admin.send('POST', '/app/v1/templates', {
      body: { name: 'Rounds', definition, openToAll: true },
    });
    template = String(made.at('id'));
    await admin.send('POST', `/app/v1/templates/${template}/publish`, { body: {} });
    for (let at = 0; at < 10; at += 1) {
      const answers = { state: at < 4 ? 'dry' : 'wet', litres: at };
      const form = await admin.send('POST', '/app/v1/forms', {
        body: { templateId: template, answers },
      });
      assert.equal(form.status, 201, form.text);
      if (at === 0) continue;
      const done = await admin.send('POST', `/app/v1/forms/${form.at('id')}/complete`, {
        body: { revision: 1 },
      });
      assert.equal(done.status, 200, done.text);
    }
    watched = watchStatements(node.services.settings.server.dataDir);
  });
  after(async () => {
    watched.close();
    await node.close();
  });

  /** Returns the answer, and the steps of the plans that read forms other than by their keys. */
  const ask = async (
    path: string,
  ): Promise<{ answer: Answer; steps: readonly string[]; counting: readonly string[] }> => {
    const run = () => node.request('GET', path);
    const { result: answer, statements } = await watched.during(node.account.accountId, run);
    assert.equal(answer.status, 200, answer.text);
    const stepsIn = (some: readonly string[]) =>
      some
        .flatMap((statement) => watched.stepsOf(statement))
        .filter(
          (step) => /\bforms_|\bforms\b/.test(step) && !/sqlite_autoindex_forms_1/.test(step),
        );
    return {
      answer,
      steps: stepsIn(statements),
      // One look at an index says whether a filter has a few forms: it reads a thousand at most (decision 170).
      counting: stepsIn(
        statements.filter((text) => /count\(\*\)/i.test(text) && !/as "some"/.test(text)),
      ),
    };
  };

  test('a summary of a status, a time of creation or months reads no form to know how many there are', async () => {
    const asked = `/v2/templates/${template}/summary?status=complete&from=2020-01-01`;
    const { answer, steps } = await ask(
      `${asked}&grouped=true&by=${encodeURIComponent('@createdMonth')}`,
    );
    assert.equal(answer.at('total'), 9);
    assert.equal(answer.at('grouped', 'items', 0, 'count'), 9);
    assert.deepEqual(
      [0, 1].map((i) => [
        answer.at('fields', 0, 'choices', 'items', i, 'value'),
        answer.at('fields', 0, 'choices', 'items', i, 'count'),
      ]),
      [
        ['wet', 6],
        ['dry', 3],
      ],
    );
    assert.equal(answer.at('fields', 1, 'numbers', 'statistics', 'sum'), 45);
    const others = steps.filter((step) => !step.includes(OWN_INDEX));
    assert.deepEqual(others, [], 'which forms are left out is in one index');
  });

  test('a list of forms of a status or of days tells how many there are without reading them', async () => {
    for (const [path, total] of [
      ['/v2/formz?status=complete', '9'],
      ['/v2/formz?status=draft', '1'],
      ['/v2/formz?createdFrom=2020-01-01', '10'],
      ['/v2/formz?createdTo=2020-01-01', '0'],
      [`/v2/templates/${template}/formz?status=complete&createdFrom=2020-01-01`, '9'],
    ] as const) {
      const { answer, counting } = await ask(path);
      assert.equal(answer.headers['x-total-count'], total, path);
      assert.deepEqual(counting, [], path);
    }
  });

  test('somebody who sees their own forms is told of no others', async () => {
    const { token } = await node.addUser('mia', 'member');
    const list = await node.request('GET', '/v2/formz?status=complete', { token });
    assert.equal(list.headers['x-total-count'], '0');
  });
});
