// Every kind of field that the builder offers, filled in on a phone: typed key by key, picked and pasted, with the
// network lost half-way. `npm run test:deep` also changes the form afterwards, and fills in one for each kind, with all its
// right answers and properties.
// Nightly: a browser for long; shorter tests send what these pages send.

import { after, afterEach, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { KINDS } from '#web/builder/kinds.ts';
import { adminBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, startInstance } from '../support/instance.ts';
import { setOffline } from '../support/network.ts';
import { deepTest, IS_DEEP } from '../support/timing.ts';
import { signInByRequest } from '../support/web-pages.ts';
import { RECEIVER_ENV, startReceiver } from '../support/webhook-receiver.ts';
import {
  assertEverywhere,
  assertTold,
  changeAll,
  fillHalfOffline,
  type Opened,
  open,
  type Phone,
  type Turn,
  type WayOf,
} from './browser-journey.ts';
import { type Asked, builtOf, oneOfEach } from './build.ts';
import type { Way } from './hands.ts';
import type { Sample } from './journey.ts';
import { ok, serviceOf } from './service.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'en-US' } as const;
const WAYS: readonly Way[] = ['keys', 'paste', 'picker'];

forOneEngine((engine) => {
  let browser: Browser;
  let phone: Phone;
  before(async () => {
    const receiver = await startReceiver();
    browser = await launchChromium(['--ignore-certificate-errors']);
    const node = await startInstance(engine, { env: RECEIVER_ENV });
    const service = serviceOf(node, await adminBrowser(node));
    const body = { targetUrl: `${receiver.url}/completed`, eventTypes: ['form.completed'] };
    await ok(service.admin.send('POST', '/app/v1/webhooks', { body }));
    const context = await browser.newContext({
      ...PHONE,
      ignoreHTTPSErrors: true,
      permissions: ['clipboard-read', 'clipboard-write', 'geolocation'],
    });
    const page = await context.newPage();
    await signInByRequest(page, node.server.publicUrl, {
      userName: 'admin',
      password: ADMIN_PASSWORD,
    });
    phone = { context, page, service, receiver };
  });
  afterEach(() => setOffline(phone.context, false));
  after(async () => {
    await browser.close();
    await phone.service.node.close();
    await phone.receiver.close();
  });

  describe('one form with a field of every kind', () => {
    const wayOf = wayBy(({ kind }, turn) => KINDS.indexOf(kind) + (turn === 'first' ? 0 : 1));
    let opened: Opened;

    test('is completed with the network gone half-way, and read by everybody as it was put in', async () => {
      opened = await open(phone, { name: 'Every kind', ...oneOfEach(KINDS) });
      await fillHalfOffline(phone, opened, wayOf);
      await assertEverywhere(phone, opened, 'first');
      await assertTold(phone, opened);
    });

    deepTest(
      'is opened again, changed and completed, and read by everybody as it was changed',
      async () => {
        await changeAll(phone, opened, wayOf);
        await assertEverywhere(phone, opened, 'later');
      },
    );
  });

  if (!IS_DEEP) return;
  for (const kind of KINDS) {
    test(`${kind}: each right answer, and each of its properties, is read by everybody as it was put in`, async () => {
      const built = builtOf([kind]);
      // Each field is answered in another way, and in yet another when it is changed.
      const ways = wayBy((asked, turn) => built.asked.indexOf(asked) + (turn === 'first' ? 0 : 1));
      const opened = await open(phone, { name: `Deep ${kind}`, ...built });
      await fillHalfOffline(phone, opened, ways);
      await assertEverywhere(phone, opened, 'first');
      await assertTold(phone, opened);
      await changeAll(phone, opened, ways);
      await assertEverywhere(phone, opened, 'later');
    });
  }
});

function wayBy(indexOf: (asked: Asked, turn: Turn) => number): WayOf {
  return (asked, turn) =>
    // Nobody types a long text key by key.
    isLong(asked[turn]) ? 'paste' : (WAYS[indexOf(asked, turn) % WAYS.length] ?? 'keys');
}

/** Longer than a person types at once. */
const isLong = (sample: Sample): boolean =>
  'value' in sample && typeof sample.value === 'string' && sample.value.length > 30;
