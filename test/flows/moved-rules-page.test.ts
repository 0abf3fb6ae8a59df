// The rules of an imported template are off, and the page says what must be chosen anew; in a real browser.
// Nightly: a browser for long; test/imports/moved-rules.test.ts sends what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const ELSEWHERE = '01a20000-0000-7000-8000-000000000000';
const FILE = {
  ...{ format: 'formstead-template', version: 1, name: 'Inspection' },
  definition: { elements: [{ type: 'dropdown', name: 'brakes', choices: ['good', 'bad'] }] },
  rules: [
    {
      ...{ name: 'Bad brakes', trigger: 'completed', condition: "{tyres} = 'flat'" },
      actions: [
        { type: 'tell', to: [{ type: 'Group', id: ELSEWHERE }], fields: [] },
        { type: 'assign', templateId: ELSEWHERE, to: { type: 'Creator' }, carry: [] },
      ],
    },
  ],
};

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  test('an imported rule is off, says what must be chosen anew, and opens to have it chosen', async (t) => {
    const admin = await adminBrowser(node);
    const made = await admin.send('POST', '/app/v1/templates/import', {
      body: Buffer.from(JSON.stringify(FILE)),
      headers: { 'content-type': 'application/octet-stream' },
    });
    assert.equal(made.status, 201, made.text);
    const id = String(made.at('template', 'id'));
    const rules = `/app/v1/templates/${id}/rules`;
    const self = { type: 'User', id: node.account.userId };
    const own = {
      ...{ name: 'Tell me', trigger: 'completed' },
      actions: [{ type: 'tell', to: [self], fields: [] }],
    };
    assert.equal((await admin.send('POST', rules, { body: own })).status, 201);
    const base = node.server.publicUrl;
    for (const [locale, words] of Object.entries(WORDS)) {
      const context = await browser.newContext({ ignoreHTTPSErrors: true, locale });
      t.after(() => context.close());
      const page = await context.newPage();
      await signInByRequest(page, base, { userName: 'admin', password: ADMIN_PASSWORD });
      const faults = watchFaults(page);
      await openPage(page, `${base}/templates/${id}?tab=rules`);
      await page.getByText(words.anew).waitFor();
      await assertAccessibleInAllLooks(page);
      await page.getByRole('button', { name: words.menu }).click();
      await page.getByRole('menuitem', { name: words.turnOn }).click();
      const dialog = page.getByRole('dialog', { name: words.edit });
      await dialog.getByText(words.anew).waitFor();
      // Nothing is sent before everything is chosen.
      assert.equal(await dialog.getByRole('button', { name: words.save }).isDisabled(), true);
      await assertAccessibleInAllLooks(page);
      await page.keyboard.press('Escape');
      // Before the person leaves, their rules are named.
      await openPage(page, `${base}/settings/users/${node.account.userId}`);
      await page.getByRole('button', { name: words.remove, exact: true }).last().click();
      await page.getByText(words.named).waitFor();
      await page.getByText('Tell me (Inspection)').waitFor();
      await assertAccessibleInAllLooks(page);
      assert.deepEqual(faults, []);
      await context.close();
    }
  });
});

const WORDS = {
  en: {
    anew: 'Choose again: a group, a template, the field “tyres”',
    menu: 'Actions for Bad brakes',
    turnOn: 'Turn on',
    edit: 'Edit rule',
    save: 'Save rule',
    remove: 'Delete',
    named: '2 rules act with the rights of this person',
  },
  de: {
    anew: 'Bitte neu wählen: eine Gruppe, eine Vorlage, das Feld „tyres“',
    menu: 'Aktionen für Bad brakes',
    turnOn: 'Einschalten',
    edit: 'Regel bearbeiten',
    save: 'Regel speichern',
    remove: 'Löschen',
    named: '2 Regeln handeln mit den Rechten dieser Person',
  },
} as const;
