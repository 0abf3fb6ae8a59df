// A large form in the builder: a key costs no more than in a small one, because only the row that is typed in is rendered.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, CDPSession } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { formOf, typeTitle } from '../support/builder-keys.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { openPage, signInByRequest, watchFaults } from '../support/web-pages.ts';

/** Processor time of the page's own thread, in seconds: unlike the time of a clock, others on the machine don't add to it. */
async function processorTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  before(async () => {
    browser = await launchChromium(['--ignore-certificate-errors']);
    node = await startInstance(engine);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  /** Returns the seconds of processor time that typing a title takes in a form of so many fields. */
  async function typingIn(fields: number): Promise<number> {
    const admin = await adminBrowser(node);
    const body = { name: `Form of ${fields}`, definition: formOf(fields) };
    const made = await admin.send('POST', '/app/v1/templates', { body });
    assert.equal(made.status, 201, made.text);
    // Too narrow for the preview: it is drawn after a pause, of which a busy machine makes many.
    const viewport = { width: 1100, height: 900 };
    const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport });
    const page = await context.newPage();
    const faults = watchFaults(page);
    const { publicUrl } = node.server;
    await signInByRequest(page, publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
    await openPage(page, `${publicUrl}/templates/${made.at('id')}`);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    let begun = Number.NaN;
    await typeTitle(page, async () => {
      begun = await processorTime(session);
    });
    const taken = (await processorTime(session)) - begun;
    assert.deepEqual(faults, []);
    await context.close();
    return taken;
  }

  test('typing a title among 500 fields takes at most three times the processor time of one among 10', async () => {
    await typingIn(10); // compiles the scripts
    const [small, large] = [await typingIn(10), await typingIn(500)];
    assert.ok(large < 3 * small, `${large.toFixed(2)} s, and ${small.toFixed(2)} s among 10`);
  });
});
