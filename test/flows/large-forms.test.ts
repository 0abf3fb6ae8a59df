// The largest form that there may be is published, filled in, completed, read in the table, exported and printed; a larger
// one is refused with its reason. With MEASURE=1 it prints how long each of these takes.
// Nightly: the largest form keeps the engine and the printer busy for a minute.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { DEFINITION_LIMITS } from '#questionnaires/definition/definition-limits.ts';
import { ok, type Service, serviceOf } from '../journeys/service.ts';
import { adminBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forEachEngine, forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, startInstance } from '../support/instance.ts';
import { fresh } from '../support/scim.ts';
import { openPage, signInByRequest } from '../support/web-pages.ts';

const PER_PAGE = 25;

/** A survey of questions of the usual kinds; every fourth is asked if an earlier one is answered with yes. */
function survey(count: number): JsonObject {
  const questions = Array.from({ length: count }, (_, i): JsonObject => {
    const question = { name: `q${i}`, title: `Question number ${i} of the survey` };
    switch (i % 4) {
      case 0:
        return { ...question, type: 'radiogroup', choices: ['yes', 'no', 'unknown'] };
      case 1:
        return { ...question, type: 'text', inputType: 'number', min: 0 };
      case 2:
        return { ...question, type: 'text', visibleIf: `{q${i - 2}} = 'yes'`, isRequired: true };
      default:
        return i % 8 === 3
          ? { ...question, type: 'expression', expression: `{q${i - 2}} * 2` }
          : {
              ...question,
              type: 'dropdown',
              choices: Array.from({ length: 10 }, (_, c) => `c${c}`),
            };
    }
  });
  const pages = Array.from({ length: Math.ceil(count / PER_PAGE) }, (_, p) => ({
    name: `p${p}`,
    elements: questions.slice(p * PER_PAGE, (p + 1) * PER_PAGE),
  }));
  return { pages };
}

function answersTo(count: number): JsonObject {
  const answerOf = (i: number): JsonValue | undefined => {
    if (i % 8 === 3) return undefined;
    return ['yes', i, `Answer ${i}`, 'c7'][i % 4];
  };
  const answers: Record<string, JsonValue> = {};
  for (let i = 0; i < count; i += 1) {
    const answer = answerOf(i);
    if (answer !== undefined) answers[`q${i}`] = answer;
  }
  return answers;
}

const publish = async ({ admin }: Service, definition: JsonObject): Promise<string> => {
  const body = { name: fresh(), definition };
  const id = String((await ok(admin.send('POST', '/app/v1/templates', { body }))).at('id'));
  await ok(admin.send('POST', `/app/v1/templates/${id}/publish`, { body: {} }));
  return id;
};

forEachEngine((engine) => {
  let service: Service;
  before(async () => {
    const node = await startInstance(engine);
    service = serviceOf(node, await adminBrowser(node));
  });
  after(() => service.node.close());

  const measured = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    const result = await work();
    if (process.env['MEASURE'] === '1') {
      process.stdout.write(`${engine.name} ${what}: ${Math.round(performance.now() - begun)} ms\n`);
    }
    return result;
  };

  test('a form with 2,000 questions is published, filled in, completed, listed, exported and printed', async () => {
    const { admin } = service;
    const count = DEFINITION_LIMITS.fields;
    const definition = survey(count);
    const checked = await measured('check', () =>
      ok(admin.send('POST', '/app/v1/templates/check', { body: { definition } })),
    );
    assert.deepEqual(checked.at('faults'), []);
    const templateId = await measured('publish', () => publish(service, definition));
    const begun = await measured('begin', () =>
      ok(admin.send('POST', '/app/v1/forms', { body: { templateId } })),
    );
    const formId = String(begun.at('id'));
    const answers = answersTo(count);
    const saved = await measured('fill in', () => ok(service.save(formId, answers)));
    const body = { revision: saved.at('revision') };
    await measured('save one answer', () => ok(service.save(formId, { ...answers, q1: 5 })));
    const path = `/app/v1/forms/${formId}`;
    const read = await measured('read', () => ok(admin.send('GET', path)));
    const completed = await measured('complete', () =>
      ok(
        admin.send('POST', `${path}/complete`, {
          body: { ...body, revision: read.at('revision') },
        }),
      ),
    );
    assert.equal(completed.at('status'), 'complete', completed.text.slice(0, 300));
    const api = await measured('read over /v2', () => ok(service.read(formId)));
    assert.match(api.text, /Answer 1998/);
    const table = await measured('table', () =>
      ok(admin.send('GET', `/app/v1/templates/${templateId}/answers`)),
    );
    assert.match(table.text, /"Answer 2"/);
    const csv = await measured('CSV', () => service.export('csv', templateId, 'en'));
    const [file] = [...csv.values()];
    const [head = '', row = ''] = String(file).split('\r\n');
    assert.match(head, /Question number 0 of the survey.*Question number 1999 of the survey/);
    assert.match(row, /Answer 1998/);
    // A calculation that reads an answer of the last page.
    assert.match(row, /,3986,/);
    const json = await measured('JSON', () => service.export('json', templateId, 'en'));
    assert.match(String([...json.values()][0]), /Answer 1998/);
    const pdf = await measured('PDF', () => service.export('pdf', templateId, 'en'));
    assert.match([...pdf.values()][0]?.subarray(0, 5).toString() ?? '', /%PDF-/);
  });

  test('one question, one choice or one byte more is refused, and the answer says how many there may be', async () => {
    const { admin } = service;
    const refusal = async (definition: JsonObject) => {
      const answer = await admin.send('POST', '/app/v1/templates', {
        body: { name: fresh(), definition },
      });
      return [answer.status, answer.at('faults', 0, 'kind'), answer.at('faults', 0, 'values')];
    };
    const { fields, choices, bytes } = DEFINITION_LIMITS;
    assert.deepEqual(await refusal(survey(fields + 1)), [422, 'tooManyFields', { limit: 2000 }]);
    const many = Array.from({ length: choices + 1 }, (_, i) => `c${i}`);
    const dropdown = { type: 'dropdown', name: 'q', choices: many };
    assert.deepEqual(await refusal({ elements: [dropdown] }), [
      422,
      'tooManyChoices',
      { limit: 10_000 },
    ]);
    const long = { type: 'text', name: 'q', description: 'x'.repeat(bytes) };
    assert.deepEqual(await refusal({ elements: [long] }), [422, 'tooLarge', { limit: 2_097_152 }]);
  });
});

forOneEngine((engine) => {
  test('the builder shows the rows of 2,000 questions as they come near the screen', async (t) => {
    const node = await startInstance(engine);
    const browser = await launchChromium();
    t.after(async () => {
      await browser.close();
      await node.close();
    });
    const service = serviceOf(node, await adminBrowser(node));
    const templateId = await publish(service, survey(DEFINITION_LIMITS.fields));
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    await signInByRequest(page, node.server.publicUrl, {
      userName: 'admin',
      password: ADMIN_PASSWORD,
    });
    await openPage(page, `${node.server.publicUrl}/templates/${templateId}`);
    const heads = page.locator('[data-part=head]');
    await heads.nth(3).waitFor();
    assert.ok((await heads.count()) < 400, 'rows that are far away are not rendered');
    const last = page.locator('[data-at="79.24"][data-part=head]');
    assert.equal(await last.count(), 0);
    await page.getByText('Fields 1 to 25').last().scrollIntoViewIfNeeded();
    await last.press('Enter');
    assert.equal(await last.getAttribute('aria-expanded'), 'true');
  });
});
