// The location of a form, which the person adds on one device and which others or a retention rule may change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Draft, Place } from '#web/offline/draft.ts';
import { change } from '#web/offline/drafts.ts';
import { sendDraft } from '#web/offline/send.ts';
import { takeIn } from '#web/offline/take-in.ts';
import { deps, FORM, openDevice, openServer } from '../support/offline-device.ts';

const HERE: Place = { latitude: 52.5, longitude: 13.4, accuracy: 9 };
const THERE: Place = { latitude: 48.1, longitude: 11.6, accuracy: 9 };

/** A device that has sent a form with a location, and the server, which keeps the location. */
async function openWorld() {
  const { store, drafts } = openDevice();
  const { server, forms } = openServer(() => 'nothing');
  const world: { location: Place | undefined } = { location: undefined };
  const d = deps(store, {
    ...server,
    save: async (formId, filled) => {
      const { revision } = await server.save(formId, filled);
      if (filled.location === undefined) return { revision };
      world.location = filled.location;
      const kept = forms.get(formId) ?? assert.fail();
      kept.revision = revision + 1;
      return { revision: kept.revision };
    },
  });
  const draft = (): Draft => drafts.get(FORM) ?? assert.fail();
  const type = (text: string) =>
    store.update(FORM, (was) => change(was, new Map([['site', text]]), d.now()));
  const move = (location: Place) =>
    store.update(FORM, (was) => ({ ...was, location, edits: was.edits + 1 }));
  /** Another device, or a retention rule, changes the location on the server. */
  const changeThere = (location: Place | undefined) => {
    world.location = location;
    const kept = forms.get(FORM) ?? assert.fail();
    kept.revision += 1;
  };
  const read = async () => {
    const { location } = world;
    const form = await server.read(FORM);
    await takeIn({ store }, { ...form, status: 'draft', ...(location && { location }) });
  };
  await move(HERE);
  assert.equal(await sendDraft(FORM, d), 'sent');
  assert.deepEqual(world.location, HERE);
  return { world, draft, type, move, changeThere, read, send: () => sendDraft(FORM, d) };
}

for (const [what, location] of [
  ['replaced on another device', THERE],
  ['removed by a retention rule', undefined],
] as const) {
  test(`a location that was ${what} stays so when something is typed here`, async () => {
    const { world, draft, type, changeThere, read, send } = await openWorld();
    changeThere(location);
    await type('North');
    assert.equal(await send(), 'sent');
    assert.deepEqual(world.location, location);
    await read();
    assert.deepEqual(draft().location, location, 'the screen shows it');
    await type('North pier');
    assert.equal(await send(), 'sent');
    assert.deepEqual(world.location, location);
  });

  test(`a location that was ${what} comes in when the form is read`, async () => {
    const { draft, changeThere, read, send } = await openWorld();
    changeThere(location);
    await read();
    assert.deepEqual(draft().location, location);
    assert.equal(await send(), 'sent');
  });
}

test('a location that was moved here and is not sent yet stays, and is sent', async () => {
  const { world, draft, move, changeThere, read, send } = await openWorld();
  const moved = { ...HERE, latitude: 53 };
  await move(moved);
  changeThere(THERE);
  await read();
  assert.deepEqual(draft().location, moved);
  assert.equal(await send(), 'sent');
  assert.deepEqual(world.location, moved);
});
