// Reviewers decide on forms by keyboard, and authors see what to correct; in a real browser.
// Nightly: a browser for long; src/forms/reviews/reviews.test.ts sends what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD } from '../support/instance.ts';
import { createReviewWorld, ok, PASSWORD, type ReviewWorld } from '../support/review-world.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const SHOTS = process.env['REVIEW_SHOTS'];

forOneEngine((engine) => {
  let browser: Browser;
  let world: ReviewWorld;
  let base: string;
  before(async () => {
    browser = await launchChromium();
    world = await createReviewWorld(engine);
    base = world.node.server.publicUrl;
  });
  after(async () => {
    await browser.close();
    await world.node.close();
  });

  const pageFor = async (userName: string, password = PASSWORD): Promise<Page> => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    await signInByRequest(page, base, { userName, password });
    return page;
  };
  const shoot = async (page: Page, name: string): Promise<void> => {
    if (SHOTS !== undefined)
      await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
  };

  test('a reviewer goes through forms by keyboard, sends one back with remarks and approves the rest', async () => {
    const { ann, rex, panel } = world;
    const templateId = await world.template({
      steps: [{ by: 'people', people: [rex.id] }],
      fallback: panel,
    });
    const first = await world.complete(ann, templateId, { site: 'Dam 7', note: 'dry' });
    const second = await world.complete(ann, templateId, { site: 'Weir', note: 'wet' });
    const page = await pageFor('rex');
    const faults = watchFaults(page);
    await openPage(page, `${base}/reviews`);
    const list = page.getByRole('list', { name: 'My reviews' });
    await page.getByRole('definition').getByText('Dam 7').waitFor();
    await assertAccessibleInAllLooks(page);
    await shoot(page, 'reviews');
    await page.keyboard.press('j');
    await page.getByRole('definition').getByText('Weir').waitFor();
    await page.keyboard.press('k');
    await page.getByRole('definition').getByText('Dam 7').waitFor();

    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send back' }).click();
    await dialog.getByText('Say what to correct.').waitFor();
    await dialog.getByLabel('Remark on the form').fill('Nearly there.');
    await dialog.getByRole('combobox', { name: 'Remark on a field' }).click();
    await page.getByRole('option', { name: 'note' }).click();
    await dialog.getByRole('textbox', { name: 'Remark on note' }).fill('Which gate?');
    await assertAccessibleInAllLooks(page);
    await shoot(page, 'send-back');
    await dialog.getByRole('button', { name: 'Send back' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('definition').getByText('Weir').waitFor();
    assert.equal(await list.getByRole('button').count(), 1);
    const back = ok(await world.detail(ann, first));
    assert.deepEqual(
      [back.at('review', 'remark'), back.at('review', 'remarks')],
      ['Nearly there.', [{ field: 'note', remark: 'Which gate?' }]],
    );

    await page.keyboard.press('a');
    await page.getByText('Nothing to review').waitFor();
    await shoot(page, 'nothing');
    assert.equal(ok(await world.detail(ann, second)).at('review', 'state'), 'approved');

    await world.resubmit(ann, first, { site: 'Dam 7', note: 'dry, gate 2' });
    await openPage(page, `${base}/reviews`);
    await page.getByText('1 answer changed since it was sent back').waitFor();
    await page.getByText('Changed', { exact: true }).waitFor();
    await shoot(page, 'changed');
    await assertAccessibleInAllLooks(page);
    assert.deepEqual(faults, []);
    await page.context().close();
  });

  test('a reviewer who is second is told who decided', async () => {
    const { ann, rex, rita, panel } = world;
    const people = [rex.id, rita.id];
    const templateId = await world.template({ steps: [{ by: 'people', people }], fallback: panel });
    const id = await world.complete(ann, templateId);
    const page = await pageFor('rita');
    await openPage(page, `${base}/forms/${id}`);
    const approve = page.getByRole('button', { name: 'Approve' });
    await approve.waitFor();
    await shoot(page, 'form-in-review');
    await assertAccessibleInAllLooks(page);
    ok(await world.decide(rex, id, { decision: 'reject', remark: 'Too late.' }));
    await approve.click();
    await page.getByText('rex rejected the form').waitFor();
    await page.context().close();
  });

  test('the author sees the remarks at the fields, also without a network, and takes a form back', async () => {
    const { ann, rex, panel } = world;
    const templateId = await world.template({
      steps: [{ by: 'people', people: [rex.id] }],
      fallback: panel,
    });
    const id = await world.complete(ann, templateId);
    const page = await pageFor('ann');
    await openPage(page, `${base}/forms/${id}`);
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
    await page.getByText('Form taken back.').waitFor();
    ok(await ann.send('POST', `/app/v1/forms/${id}/complete`, { body: {} }));
    const fields = [{ field: 'site', remark: 'Which dam?' }];
    ok(await world.decide(rex, id, { decision: 'send-back', remark: 'Please mend.', fields }));
    await openPage(page, `${base}/forms/${id}`);
    await page.getByText('Sent back by rex').waitFor();
    await shoot(page, 'sent-back-form');
    await assertAccessibleInAllLooks(page);
    await openPage(page, `${base}/forms/${id}/fill`);
    await page.getByText('Please mend.').waitFor();
    await page.locator('.sd-question').getByText('Which dam?').waitFor();
    await shoot(page, 'sent-back-fill');
    await assertAccessibleInAllLooks(page);
    await page.getByRole('note').getByRole('button', { name: 'site' }).click();
    assert.equal(await page.locator('input:focus').inputValue(), 'Dam 7');

    // The device has kept the remarks with the form: the server is not asked.
    await page.route('**/app/v1/forms/**', (route) => route.abort());
    await page.reload();
    await page.getByText('Please mend.').waitFor();
    await page.locator('.sd-question').getByText('Which dam?').waitFor();
    await page.context().close();
  });

  test('a reviewer fills in the fields for office use, which the author is not asked for', async () => {
    const { ann, rex, panel } = world;
    const templateId = await world.template(
      { steps: [{ by: 'people', people: [rex.id] }], fallback: panel },
      [
        { type: 'text', name: 'site', title: 'Site' },
        {
          type: 'text',
          name: 'centre',
          title: 'Cost centre',
          isRequired: true,
          office: { step: 1 },
        },
        { type: 'text', name: 'doubt', title: 'Doubt', office: { step: 1, seenBy: 'step' } },
      ],
    );
    const id = await world.complete(ann, templateId, { site: 'Dam 7' });
    const page = await pageFor('rex');
    const faults = watchFaults(page);
    await openPage(page, `${base}/forms/${id}`);
    await page.getByRole('heading', { name: 'Office use' }).waitFor();
    await page.getByRole('textbox', { name: 'Doubt' }).fill('None');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('Fill in the fields for office use first.').waitFor();
    await assertAccessibleInAllLooks(page);
    await shoot(page, 'office-fields');
    await page.setViewportSize({ width: 360, height: 740 });
    await shoot(page, 'office-fields-phone');
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('textbox', { name: 'Cost centre' }).fill('4711');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('Form approved.').waitFor();
    const shown = ok(await world.detail(ann, id));
    assert.deepEqual(shown.at('answers'), { site: 'Dam 7', centre: '4711' });
    assert.deepEqual(faults, []);
    const desk = await pageFor('admin', ADMIN_PASSWORD);
    await openPage(desk, `${base}/forms/${id}`);
    await desk.getByRole('heading', { name: 'Only for reviewers' }).waitFor();
    await desk.getByRole('definition').getByText('None').waitFor();
    await assertAccessibleInAllLooks(desk);
    await shoot(desk, 'office-closed');
    await page.context().close();
    await desk.context().close();
  });

  test('a reviewer signs with a typed name or by hand, and the history shows both signatures', async () => {
    const { ann, rex, rita, panel } = world;
    const people = (id: string) => ({ by: 'people', people: [id], signature: true });
    const steps = [people(rex.id), people(rita.id)];
    const id = await world.complete(ann, await world.template({ steps, fallback: panel }));
    const page = await pageFor('rex');
    const faults = watchFaults(page);
    await openPage(page, `${base}/forms/${id}`);
    const sign = page.getByRole('region', { name: 'Signature' });
    await sign.getByRole('button', { name: /Type/ }).waitFor();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('Sign the form first.').waitFor();
    await assertAccessibleInAllLooks(page);
    await shoot(page, 'sign');
    await sign.getByRole('button', { name: /Type/ }).click();
    await sign.getByRole('textbox', { name: 'Your name' }).fill('Rex');
    await sign.getByRole('button', { name: 'Sign', exact: false }).first().click();
    await sign.getByRole('img', { name: 'Signature' }).waitFor();
    await shoot(page, 'signed');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('Step approved.').waitFor();

    const phone = await pageFor('rita');
    await phone.setViewportSize({ width: 390, height: 844 });
    await openPage(phone, `${base}/forms/${id}`);
    const pad = phone.getByRole('region', { name: 'Signature' }).getByRole('img');
    await pad.scrollIntoViewIfNeeded();
    const box = await pad.boundingBox();
    assert.ok(box);
    await phone.mouse.move(box.x + 40, box.y + 40);
    await phone.mouse.down();
    await phone.mouse.move(box.x + 120, box.y + 80, { steps: 6 });
    await phone.mouse.up();
    await shoot(phone, 'sign-phone');
    await phone.getByRole('button', { name: 'Approve', exact: true }).click();
    await phone.getByText('Form approved.').waitFor();
    const desk = await pageFor('ann');
    await openPage(desk, `${base}/forms/${id}`);
    for (const name of ['rex', 'rita']) {
      await desk.getByRole('img', { name: `Signature of ${name}` }).waitFor();
    }
    await assertAccessibleInAllLooks(desk);
    await shoot(desk, 'signed-history');
    assert.deepEqual(faults, []);
    for (const each of [page, phone, desk]) await each.context().close();
  });

  test('a reviewer approves many forms at once, and reads which were not approved', async () => {
    const { ann, rita, panel } = world;
    const steps = [{ by: 'people', people: [rita.id] }];
    const plain = await world.template({ steps, fallback: panel });
    const centre = { type: 'text', name: 'centre', title: 'Cost centre', isRequired: true };
    const asked = await world.template({ steps, fallback: panel }, [
      { type: 'text', name: 'site' },
      { ...centre, office: { step: 1 } },
    ]);
    await world.complete(ann, plain);
    await world.complete(ann, asked);
    const page = await pageFor('rita');
    await openPage(page, `${base}/reviews`);
    await page.getByLabel(/^Select \d+ forms$/).check();
    await page.getByRole('button', { name: /^Approve \d+ forms$/ }).click();
    await assertAccessibleInAllLooks(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Fill in first: Cost centre.').waitFor();
    await assertAccessibleInAllLooks(page);
    await shoot(page, 'approved-many');
    await page.setViewportSize({ width: 360, height: 740 });
    await shoot(page, 'approved-many-phone');
    await page.context().close();
  });

  test('a designer says who reviews, and the template is published with it', async () => {
    const { admin, rex } = world;
    const templateId = await world.template(undefined);
    const page = await pageFor('admin', ADMIN_PASSWORD);
    await openPage(page, `${base}/templates/${templateId}?tab=settings`);
    await page.getByLabel('Have completed forms reviewed').check();
    await page.getByRole('button', { name: 'Apply review' }).click();
    await page.getByText('Choose who reviews in each step.').waitFor();
    const choose = async (label: string, name: string) => {
      await page.getByRole('combobox', { name: label }).fill(name);
      await page.getByRole('option', { name }).click();
    };
    await choose('Add person', 'rex');
    await page.getByLabel('Ask for a signature to approve this step').check();
    await choose('Fallback group', 'Quality');
    await assertAccessibleInAllLooks(page);
    await shoot(page, 'settings');
    await page.getByRole('button', { name: 'Apply review' }).click();
    await page.getByText('Review applied.').waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Publish/ })
      .click();
    await page
      .getByText(/published/i)
      .first()
      .waitFor();
    const id = await world.complete(world.ann, templateId);
    assert.equal(ok(await world.detail(admin, id)).at('review', 'needsSignature'), true);
    assert.ok((await world.waiting(rex)).includes(id));
    await page.reload();
    await page.getByRole('button', { name: 'Remove rex' }).waitFor();
    await page.context().close();
  });
});
