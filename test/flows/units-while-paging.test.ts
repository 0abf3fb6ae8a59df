// Pages of forms by a number whose unit changes while somebody reads them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../support/engines.ts';
import type { Answer } from '../support/instance.ts';
import { makeRightsWorld, type Person, type RightsWorld } from '../support/rights-world.ts';

const KILOS = ['5', '900', '950'];
const GRAMS = ['100', '200', '5000'];

const ok = (answer: Answer): Answer => {
  assert.ok(answer.status < 300, answer.text);
  return answer;
};

forEachEngine((engine) => {
  let world: RightsWorld;
  let path: string;
  let pageOfApp: string;
  let pageOfApi: string;
  let light: string;
  const inUnit = (unit: string) => ({
    elements: [{ type: 'text', name: 'weight', inputType: 'number', unit }],
  });
  const publish = async (unit: string): Promise<void> => {
    const { hanna } = world;
    ok(await hanna.ask('PATCH', path, { body: { definition: inUnit(unit) } }));
    ok(await hanna.ask('POST', `${path}/publish`, { body: {} }));
  };
  before(async () => {
    world = await makeRightsWorld(engine);
    const { hanna, gina } = world;
    const made = await hanna.ask('POST', '/app/v1/templates', {
      body: { name: 'Scales', definition: inUnit('g'), openToAll: true },
    });
    const templateId = String(ok(made).at('id'));
    path = `/app/v1/templates/${templateId}`;
    const weigh = async (by: Person, names: readonly string[]): Promise<string> => {
      const ids: string[] = [];
      for (const name of names) {
        const body = { templateId, name, answers: { weight: Number(name) } };
        ids.push(String(ok(await by.ask('POST', '/app/v1/forms', { body })).at('id')));
      }
      return ids[0] ?? '';
    };
    await publish('g');
    light = await weigh(hanna, GRAMS);
    await publish('kg');
    await weigh(gina, KILOS);
    const sort = ok(await hanna.ask('GET', `${path}/answers`)).at('fields', 0, 'id');
    pageOfApp = `${path}/answers?sort=${sort}&limit=2`;
    pageOfApi = `/v2/formz?template=${templateId}&sort=${sort}&pageSize=2`;
  });
  after(() => world.node.close());

  /** Returns the names of the forms of all pages. @param meanwhile what happens after the first page */
  async function follow(
    by: Person,
    first: string,
    meanwhile: () => Promise<unknown>,
  ): Promise<readonly string[]> {
    const names: string[] = [];
    for (let next: string | undefined = first; next !== undefined; ) {
      const page = ok(await by.ask('GET', next));
      const items = (first === pageOfApp ? page.at('items') : page.body) as { name: string }[];
      names.push(...items.map(({ name }) => name));
      if (next === first) await meanwhile();
      next = nextOf(page);
    }
    return names;
  }

  function nextOf(page: Answer): string | undefined {
    const [, link] = /<https:\/\/[^/]+([^>]+)>; rel="next"/.exec(page.headers['link'] ?? '') ?? [];
    const cursor = Array.isArray(page.body) ? undefined : page.at('next');
    return cursor === undefined ? link : `${pageOfApp}&cursor=${cursor}`;
  }

  test('no form is repeated or left out when a version is published in another unit between two pages', async () => {
    const { hanna } = world;
    const kilosFirst = [...KILOS, ...GRAMS];
    assert.deepEqual(await follow(hanna, pageOfApp, () => publish('g')), kilosFirst);
    assert.deepEqual(await follow(hanna, pageOfApi, () => publish('kg')), [...GRAMS, ...KILOS]);
    assert.deepEqual(await follow(hanna, pageOfApi, () => publish('lb')), kilosFirst);
  });

  test('no form is left out when somebody sees a form in another unit from the second page on', async () => {
    const { hanna, gina } = world;
    // Gina knows the versions of the forms that she sees, and no other.
    ok(await hanna.ask('PATCH', path, { body: { openToAll: false, groupIds: [] } }));
    const body = { assignment: { type: 'User', id: gina.by.userId } };
    const names = await follow(gina, pageOfApp, async () =>
      ok(await hanna.ask('POST', `/app/v1/forms/${light}/assign`, { body })),
    );
    assert.deepEqual(
      names.filter((name) => KILOS.includes(name)),
      KILOS,
    );
  });
});
