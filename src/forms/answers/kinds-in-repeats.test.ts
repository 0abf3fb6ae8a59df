// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';
import { BLUE_JPEG } from '../../../test/support/pictures.ts';

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
  });
  after(() => node.close());

  test('people, rankings, sliders and choices of images are asked in each entry of a section', async () => {
    const choices = ['a', 'b'];
    const pictures = choices.map((value) => ({ value, imageLink: BLUE_JPEG }));
    const section = {
      type: 'paneldynamic',
      name: 'visits',
      templateElements: [
        { type: 'person', name: 'who', isRequired: true },
        { type: 'ranking', name: 'order', choices },
        { type: 'slider', name: 'level', min: 0, max: 10 },
        { type: 'imagepicker', name: 'picture', choices: pictures },
      ],
    };
    const body = { name: 'Visits', definition: { elements: [section] } };
    const made = await admin.send('POST', '/app/v1/templates', { body });
    assert.equal(made.status, 201, made.text);
    const id = String(made.at('id'));
    const published = await admin.send('POST', `/app/v1/templates/${id}/publish`, { body: {} });
    assert.equal(published.status, 200, published.text);
    const entry = { order: ['b', 'a'], level: 7, picture: 'b' };
    const who = { key: node.account.userId, label: '', seq: 0 };
    const create = (visits: readonly object[]) =>
      admin.send('POST', '/app/v1/forms', { body: { templateId: id, answers: { visits } } });
    const form = await create([{ who, ...entry }, { who }]);
    assert.equal(form.status, 201, form.text);
    const path = `/app/v1/forms/${form.at('id')}`;
    const done = await admin.send('POST', `${path}/complete`, { body: {} });
    assert.equal(done.status, 200, done.text);
    const [first] = [(await admin.send('GET', path)).at('answers', 'visits')].flat();
    assert.deepEqual(first, { who: { ...who, label: 'admin' }, ...entry });
    const lacking = await create([entry]);
    const refused = await admin.send('POST', `/app/v1/forms/${lacking.at('id')}/complete`, {
      body: {},
    });
    assert.deepEqual([refused.status, refused.at('faults', 0, 'at')], [422, 'visits[0].who']);
  });
});
