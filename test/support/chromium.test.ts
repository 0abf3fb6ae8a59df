// Proves that the tools of the browser tests find faults, so that their silence means something.
// Nightly: it tests the tools of the browser tests, which change seldom.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { type Examined, findViolations } from './accessibility.ts';
import { launchChromium } from './chromium.ts';

describe('the browser of the tests', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser.close());

  async function violationsOf(body: string, examined?: Examined): Promise<readonly string[]> {
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      await page.setContent(
        `<!doctype html><html lang="en"><title>A form</title><main><h1>A form</h1>${body}</main>`,
      );
      return (await findViolations(page, examined)).map(({ id }) => id);
    } finally {
      await context.close();
    }
  }

  test('a page that everybody can use passes the accessibility check', async () => {
    assert.deepEqual(await violationsOf('<label>Name <input name="name"></label>'), []);
  });

  test('an input without a label is found by the accessibility check', async () => {
    assert.deepEqual(await violationsOf('<input name="name">'), ['label']);
  });

  test('text that can not be read is found by its colours alone, and in a dialog alone', async () => {
    const grey = '<p style="color:#999;background:#aaa">Grey</p>';
    const dialog = `<div role="dialog" aria-modal="true" aria-label="A dialog">${grey}</div>`;
    assert.deepEqual(await violationsOf(`${grey}<input>`, { coloursOnly: true }), [
      'color-contrast',
    ]);
    const found = await violationsOf(`<input>${dialog}`, { dialogOnly: true });
    assert.deepEqual(found, ['color-contrast']);
  });
});

test('a program that a test starts writes nothing of a test to its output', () => {
  const program = `import '${import.meta.resolve('./chromium.ts')}'; console.log('done');`;
  const argv = ['--input-type=module', '--eval', program];
  assert.equal(execFileSync(process.execPath, argv, { encoding: 'utf8' }), 'done\n');
});
