// A person turns news on for a browser and off again, in a real browser. Headless Chromium has no push service, so the
// one of the tests stands in where the browser would ask its maker's.
// Nightly: a browser for long; src/push/push.test.ts sends what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { type PushedBrowser, type PushService, startPushService } from '../support/push-service.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const PUSH = '/app/v1/me/push';

const STAND_IN = `{
  const pushManager = {
    getSubscription: async () => null,
    subscribe: async () => {
      const answer = await globalThis.subscribed();
      return { toJSON: () => answer };
    },
  };
  Notification.requestPermission = async () => globalThis.answerToAsking ?? 'granted';
  Object.defineProperty(PushManager.prototype, 'getSubscription', { value: pushManager.getSubscription });
  Object.defineProperty(PushManager.prototype, 'subscribe', { value: pushManager.subscribe });
}`;

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let service: PushService;
  before(async () => {
    browser = await launchChromium(['--ignore-certificate-errors']);
    service = await startPushService();
    node = await startInstance(engine, {
      env: { FORMSTEAD_WEB_PUSH: 'on', FORMSTEAD_OUTBOUND_NETWORKS: '127.0.0.0/8' },
    });
  });
  after(async () => {
    await browser.close();
    await node.close();
    await service.close();
  });

  test('news is turned on by a tap, follows a subscription that the browser renews, and is turned off', async (t) => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    t.after(() => context.close());
    const page = await context.newPage();
    const base = node.server.publicUrl;
    await signInByRequest(page, base, { userName: 'admin', password: ADMIN_PASSWORD });
    const faults = watchFaults(page);
    const devices = async (): Promise<readonly { readonly id: string }[]> =>
      (await (await page.request.get(`${base}${PUSH}`)).json()).devices;
    const { key } = await (await page.request.get(`${base}${PUSH}`)).json();
    const made: PushedBrowser[] = [];
    await page.exposeFunction('subscribed', () => {
      const one = service.subscribe(key);
      made.push(one);
      return one.subscription;
    });
    await page.addInitScript(STAND_IN);
    await openPage(page, `${base}/profile`);
    const on = page.getByRole('button', { name: 'Turn on for this device' });
    await on.waitFor();
    await assertAccessibleInAllLooks(page);
    // The worker first loads the whole app, which takes as long as it takes.
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    // Nothing is asked before a tap, and a refusal changes nothing.
    assert.deepEqual([made.length, await devices()], [0, []]);
    await page.evaluate("globalThis.answerToAsking = 'denied'");
    // It is said in passing, for seconds.
    await Promise.all([
      page.getByText('Your browser does not allow messages').waitFor(),
      on.click(),
    ]);
    assert.deepEqual(await devices(), []);
    await page.evaluate("globalThis.answerToAsking = 'granted'");
    await on.click();
    await waitUntil(async () => (await devices()).length === 1);
    const off = page.getByRole('button', { name: /^Turn off news on/ });
    await off.first().waitFor();
    // What is said in passing lies over the page for a moment.
    await page.getByText('Your browser does not allow messages').waitFor({ state: 'detached' });
    await assertAccessibleInAllLooks(page);
    // The browser replaces its subscription while no page is open.
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    const [before] = await devices();
    const renewed = service.subscribe(key);
    await worker.evaluate(`{
      const made = { toJSON: () => (${JSON.stringify(renewed.subscription)}) };
      self.registration.pushManager.subscribe = async () => made;
      self.dispatchEvent(new ExtendableEvent('pushsubscriptionchange'));
    }`);
    await waitUntil(async () => {
      const [now, ...more] = await devices();
      return now !== undefined && now.id !== before?.id && more.length === 0;
    });
    await page.reload();
    await off.first().waitFor();
    await off.first().click();
    await waitUntil(async () => (await devices()).length === 0);
    assert.deepEqual(faults, []);
  });
});
