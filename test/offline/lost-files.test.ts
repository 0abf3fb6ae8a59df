// Photos that were sent and are no longer on the server: it removes after a day what no answer names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { change, isWaiting } from '#web/offline/drafts.ts';
import { tryAgain } from '#web/offline/next-attempt.ts';
import { Refusal, sendDraft } from '#web/offline/send.ts';
import {
  deps,
  FORM,
  fileOf,
  idsIn,
  missingIn,
  openDevice,
  openServer,
} from '../support/offline-device.ts';

/** A form with a photo, and a server that counts uploads; `refuse` decides about the next request with the photo. */
async function openPhoto(refuse: (what: 'upload' | 'save' | 'complete') => Refusal | undefined) {
  const { store, drafts, files } = openDevice();
  const { server, forms } = openServer(() => 'nothing');
  const asked = { upload: 0, save: 0, complete: 0 };
  const tell = (what: 'upload' | 'save' | 'complete') => {
    asked[what] += 1;
    const refusal = refuse(what);
    if (refusal !== undefined) throw refusal;
  };
  const kept = () => forms.get(FORM) ?? assert.fail('the form is not created');
  const d = deps(store, {
    ...server,
    upload: async (file) => {
      tell('upload');
      await server.upload(file);
    },
    save: async (formId, filled) => {
      if (idsIn(filled.answers).length > 0) tell('save');
      return await server.save(formId, filled);
    },
    complete: async (formId, revision, msAgo) => {
      tell('complete');
      const faults = missingIn(kept(), kept().answers);
      if (faults.length > 0) throw new Refusal(422, { code: 'invalid-answers', faults });
      await server.complete(formId, revision, msAgo);
    },
  });
  files.set('p1', fileOf('p1'));
  const photo = [{ id: 'p1', type: 'image/jpeg' }];
  const send = async () => {
    d.pass();
    return await sendDraft(FORM, d);
  };
  const draft = () => drafts.get(FORM) ?? assert.fail('the draft is gone');
  const type = (field: string, value: unknown) =>
    store.update(FORM, (was) => change(was, new Map([[field, value]]), d.now()));
  const complete = () => store.update(FORM, (was) => ({ ...tryAgain(was), wantsCompletion: true }));
  await type('photo', photo);
  return { asked, kept, draft, files, send, type, complete };
}

test('a photo that the service removed before an answer named it is sent again, as often as that happens', async () => {
  let isGone = true;
  const offline = new Refusal(0, { code: 'offline' });
  const world = await openPhoto((what) => (what === 'save' && isGone ? offline : undefined));
  for (let day = 1; day <= 3; day += 1) {
    assert.equal(await world.send(), 'later');
    world.kept().files.clear();
    isGone = false;
    const { files } = world.kept();
    files.add = (id) => {
      isGone = day < 3;
      return Set.prototype.add.call(files, id);
    };
    if (day < 3) assert.equal(await world.send(), 'later');
  }
  assert.equal(await world.send(), 'sent');
  assert.deepEqual(idsIn(world.kept().answers), ['p1']);
  assert.deepEqual([...world.kept().files], ['p1']);
  assert.equal(world.draft().held, undefined);
  await world.complete();
  assert.equal(await world.send(), 'gone');
});

test('a photo that is found missing only when the form is completed is sent again', async () => {
  const world = await openPhoto(() => undefined);
  assert.equal(await world.send(), 'sent');
  world.kept().files.clear();
  await world.complete();
  assert.equal(await world.send(), 'gone');
  assert.deepEqual([world.kept().status, [...world.kept().files]], ['complete', ['p1']]);
  assert.deepEqual(world.asked, { upload: 2, save: 2, complete: 2 });
});

test('a photo that is refused again although it was sent again is told, and not sent for ever', async () => {
  const faults = [{ at: 'photo[0]', text: 'Upload it first.', rule: 'uploaded-file' }];
  const world = await openPhoto((what) =>
    what === 'save' ? new Refusal(422, { code: 'invalid-answers', faults }) : undefined,
  );
  await world.send();
  assert.deepEqual(world.asked, { upload: 2, save: 2, complete: 0 });
  assert.equal(isWaiting(world.draft(), [...world.files.values()]), true);
  await world.type('site', 'North');
  await world.send();
  assert.equal(world.asked.upload, 2, 'other answers do not send it again');
  assert.deepEqual(world.kept().answers, { site: 'North' });
  await world.complete();
  assert.equal(await world.send(), 'stopped');
  assert.deepEqual(world.draft().problem?.faults, faults);
  assert.equal(world.kept().status, 'draft');
});

test('a photo that is not accepted when it is sent again is told with its reason', async () => {
  const world = await openPhoto((what) =>
    what === 'upload' && world.asked.upload > 1
      ? new Refusal(507, { code: 'files-full', message: 'full' })
      : undefined,
  );
  assert.equal(await world.send(), 'sent');
  world.kept().files.clear();
  await world.complete();
  assert.equal(await world.send(), 'later');
  const { problem, wantsCompletion, notBefore } = world.draft();
  assert.deepEqual([problem?.code, problem?.fileId], ['files-full', 'p1']);
  assert.ok(wantsCompletion && notBefore > 0, 'it is completed once there is room');
});
