// The device knows until when its forms are wanted, so that it can say without a network what is late.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { change } from '#web/offline/drafts.ts';
import { type Opened, takeIn } from '#web/offline/take-in.ts';
import { FORM, openDevice } from '../support/offline-device.ts';

const OPENED: Opened = {
  id: FORM,
  name: 'Pier',
  template: { id: 't1' },
  versionNumber: 1,
  definition: {},
  status: 'draft',
  revision: 2,
  answers: {},
  dueAt: '2026-11-30T16:00:00.000Z',
};
const DUE_AT = OPENED.dueAt;
const LATER = '2026-12-01T16:00:00.000Z';

test('a form that is kept ahead brings its due date, which changes with the server and nothing that was typed', async () => {
  const device = openDevice();
  device.drafts.clear();
  await takeIn(device, OPENED, '2026-11-29T16:00:00.000Z');
  assert.equal(device.drafts.get(FORM)?.dueAt, DUE_AT);
  await device.store.update(FORM, (draft) => change(draft, new Map([['site', 'Dam']]), 9));
  await takeIn(device, { ...OPENED, revision: 3, dueAt: LATER });
  const draft = device.drafts.get(FORM);
  assert.deepEqual([draft?.dueAt, draft?.answers], [LATER, { site: 'Dam' }]);
  const { dueAt: _, ...never } = OPENED;
  await takeIn(device, { ...never, revision: 4 });
  assert.equal(device.drafts.get(FORM)?.dueAt, undefined);
});

test('an older answer that arrives late does not bring an older due date back', async () => {
  const device = openDevice();
  device.drafts.clear();
  await takeIn(device, { ...OPENED, revision: 3 });
  await takeIn(device, { ...OPENED, dueAt: '2026-12-24T16:00:00.000Z' });
  assert.equal(device.drafts.get(FORM)?.dueAt, DUE_AT);
});

test('a form that was kept by a version without due dates gets its own', async () => {
  const device = openDevice();
  device.drafts.clear();
  const { dueAt: _, ...before } = OPENED;
  await takeIn(device, before);
  await takeIn(device, OPENED);
  assert.equal(device.drafts.get(FORM)?.dueAt, DUE_AT);
});
