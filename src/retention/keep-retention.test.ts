// What one form can do to the retention of the others, and what is left of a blanked answer in the name of its form.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { FILE_DEFINITION } from '../../test/support/attachments.ts';
import { adminBrowser, type Browser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../test/support/instance.ts';
import { allowPublicLinks, makePublicLink, visit } from '../../test/support/public-links.ts';
import { applyRules } from './keep-retention.ts';

const DAY_MS = 86_400_000;

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
  });
  after(() => node.close());

  const send = async (method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await admin.send(method, `/app/v1${path}`, body && { body });
    assert.ok(answer.status < 300, answer.text);
    return answer;
  };
  const run = () => applyRules(node.services);
  /** Blanks these fields of all forms of a template, a day after they were created. */
  const setRule = (templateId: string, fields: readonly string[]) => {
    const terms = { action: 'blank', days: 1, countedFrom: 'creation', fields };
    return send('PUT', `/templates/${templateId}/retention`, terms);
  };
  /** Lets the day pass, people be told, and the week after that pass. */
  const becomeDue = async () => {
    for (const days of [2, 7.5]) {
      await run();
      node.clock.advance(days * DAY_MS);
      admin = await adminBrowser(node);
    }
  };
  const publish = async (): Promise<string> => {
    const made = await send('POST', '/templates', { name: 'Visit', definition: FILE_DEFINITION });
    await send('POST', `/templates/${made.at('id')}/publish`, {});
    return String(made.at('id'));
  };
  /** @returns the id of a form */
  const fill = async (templateId: string, notes: string): Promise<string> => {
    const made = await send('POST', '/forms', { templateId, name: 'About Brolga' });
    const id = String(made.at('id'));
    await send('PATCH', `/forms/${id}`, { revision: 1, answers: { site: 'Dam', notes } });
    return id;
  };
  const stateOf = async (id: string | undefined) => {
    const form = await send('GET', `/forms/${id}`);
    return [form.at('answers'), form.at('name')];
  };

  test('an answer as long as a stranger may send keeps no form from being blanked', async () => {
    const templateId = await publish();
    const long = await fill(templateId, 'x'.repeat(36_000));
    const short = await fill(templateId, 'Brolga');
    await setRule(templateId, ['notes']);
    await becomeDue();
    await run();
    assert.deepEqual(await stateOf(long), [{ site: 'Dam' }, 'About Brolga']);
    assert.deepEqual(await stateOf(short), [{ site: 'Dam' }, 'About (blanked)']);
  });

  test('a form that can not be read keeps none behind it from being blanked, and is blanked once it can', async () => {
    const templateId = await publish();
    const broken = await fill(templateId, 'Jabiru');
    const sound = await fill(templateId, 'Jacana');
    await setRule(templateId, ['notes']);
    await becomeDue();
    const { reader } = node.services.db;
    const write = (answers: string) =>
      reader.updateTable('forms').set({ answers }).where('id', '=', broken).execute();
    await write('{');
    await assert.rejects(run(), ({ errors }: AggregateError) => {
      assert.match(String(errors), /1 form of the template .* could not be erased/);
      return true;
    });
    assert.deepEqual(await stateOf(sound), [{ site: 'Dam' }, 'About Brolga']);
    await write('{"site":"Dam","notes":"Jabiru"}');
    await run();
    assert.deepEqual(await stateOf(broken), [{ site: 'Dam' }, 'About Brolga']);
  });

  test('the name of a form that was sent by a link shows nothing that was blanked, in whatever words it showed it', async () => {
    await allowPublicLinks(node);
    const link = await makePublicLink(
      admin,
      {
        elements: [
          { type: 'text', name: 'who' },
          { type: 'radiogroup', name: 'result', choices: [{ value: 'p', text: 'HIV positive' }] },
        ],
      },
      {},
      { namePattern: 'Test of {who}: {result}' },
    );
    const sent = async (): Promise<string> => {
      const visitor = await visit(node, link.token);
      const answer = await visitor.answer({ who: `Zoe ${'x'.repeat(100)}`, result: 'p' });
      assert.equal(answer.status, 201, answer.text);
      return String(visitor.opened.at('formId'));
    };
    const shown = `Zoe ${'x'.repeat(75)}…`;
    const [form, former, renamed] = [await sent(), await sent(), await sent()];
    assert.equal((await stateOf(form))[1], `Test of ${shown}: HIV positive`);
    // As links stored forms before their names followed the answers.
    const change = (id: string, columns: object) =>
      node.services.db.reader
        .updateTable('forms')
        .set({ name_pattern: null, ...columns })
        .where('id', '=', id)
        .execute();
    await change(former, {});
    await change(renamed, { name: `HIV positive: ${shown}, 2026` });
    await setRule(link.templateId, ['who', 'result']);
    await becomeDue();
    await run();
    assert.deepEqual(await stateOf(form), [{}, 'Test of …: …']);
    assert.deepEqual(await stateOf(former), [{}, 'Test of …: …']);
    assert.deepEqual(await stateOf(renamed), [{}, '(blanked): (blanked), 2026']);
  });
});
