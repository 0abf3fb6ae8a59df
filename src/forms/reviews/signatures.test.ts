// A step that is approved with a signature: who signs, who sees it, and when it is deleted.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { removeUnnamed } from '#attachments/clean-up.ts';
import { createForgetPerson } from '#retention/forget-person.ts';
import { applyRules } from '#retention/keep-retention.ts';
import { PNG } from '../../../test/support/attachments.ts';
import type { Browser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { pagesOfPdf } from '../../../test/support/pdf-text.ts';
import { createReviewWorld, ok, type ReviewWorld } from '../../../test/support/review-world.ts';

const DAY_MS = 86_400_000;
const HEADERS = { 'content-type': 'image/png' };

forEachEngine((engine) => {
  let world: ReviewWorld;
  let templateId: string;
  before(async () => {
    world = await createReviewWorld(engine);
    const { rex, rita, panel } = world;
    const steps = [
      { by: 'people', people: [rex.id], signature: true },
      { by: 'people', people: [rita.id] },
    ];
    templateId = await world.template({ steps, fallback: panel });
  });
  after(() => world.node.close());

  const query = 'field=review.signature&fileName=signature.png';
  const upload = (by: Browser, id: string) =>
    by.send('POST', `/app/v1/forms/${id}/attachments?${query}`, { body: PNG, headers: HEADERS });
  const uploaded = async (by: Browser, id: string) =>
    String(ok(await upload(by, id), 201).at('id'));
  const approve = (by: Browser, id: string, signature?: string) =>
    world.decide(by, id, { decision: 'approve', ...(signature !== undefined && { signature }) });
  /** @returns a form that rex has signed, and the id of his signature */
  const signedForm = async () => {
    const id = await world.complete(world.ann, templateId);
    const signature = await uploaded(world.rex, id);
    ok(await approve(world.rex, id, signature));
    return { id, signature };
  };
  const picture = async (by: Browser, id: string, signature: string) =>
    (await by.send('GET', `/app/v1/forms/${id}/attachments/${signature}/picture`)).status;

  test('a step that asks for a signature is approved with one, which everybody who sees the form sees in its history', async () => {
    const { ann, rex, rita } = world;
    const id = await world.complete(ann, templateId);
    const shown = ok(await world.detail(rex, id));
    assert.equal(shown.at('review', 'needsSignature'), true);
    const without = await approve(rex, id);
    assert.deepEqual(
      [without.status, without.at('code'), without.at('reason')],
      [422, 'invalid-answers', 'signature-missing'],
    );
    const body = { forms: [{ id, revision: await world.revision(id) }] };
    const many = ok(await rex.send('POST', '/app/v1/reviews/approve', { body }));
    assert.equal(many.at('items', 0, 'reason'), 'signature-missing');
    const signature = await uploaded(rex, id);
    ok(await approve(rex, id, signature));
    const signed = ok(await world.detail(ann, id));
    const events: readonly { action: string; signature?: string }[] = Object(signed.body).history;
    assert.equal(events.find(({ action }) => action === 'approve')?.signature, signature);
    assert.equal(await picture(ann, id, signature), 200);
    assert.equal(signed.at('review', 'needsSignature'), undefined, 'step 2 asks for none');
    ok(await approve(rita, id));
    const { bytes } = await world.exported({ kind: 'pdf', formId: id });
    assert.match(pagesOfPdf(bytes).join(''), /Approved · step 1 · rex/);
    assert.match(bytes.toString('latin1'), /\/Subtype \/Image/);
    const other = await world.complete(ann, await world.template(undefined));
    const plain = await world.exported({ kind: 'pdf', formId: other });
    assert.doesNotMatch(plain.bytes.toString('latin1'), /\/Subtype \/Image/);
  });

  test('a program signs under /v2', async () => {
    const { ann, node, adminId, panel } = world;
    const steps = [{ by: 'people', people: [adminId], signature: true }];
    const id = await world.complete(ann, await world.template({ steps, fallback: panel }));
    const path = `/v2/formz/${id}`;
    assert.equal(ok(await node.request('GET', path)).at('review', 'needsSignature'), true);
    const decision = { decision: 'approve' };
    const without = await node.request('POST', `${path}/review`, { body: decision });
    assert.deepEqual([without.status, without.at('at')], [422, 'signature']);
    const sent = { body: PNG, headers: HEADERS };
    const file = ok(await node.request('POST', `${path}/attachments?${query}`, sent), 201);
    const body = { ...decision, signature: file.at('id') };
    ok(await node.request('POST', `${path}/review`, { body }));
    ok(await node.request('POST', `${path}/review`, { body }), 200);
    const { body: review } = ok(await node.request('GET', path));
    const { state, needsSignature, signature } = Object(review).review;
    assert.deepEqual([state, needsSignature, signature], ['approved', false, file.at('id')]);
  });

  test('only whoever decides signs, with a picture of their own, for one decision', async () => {
    const { ann, rex, rita, boss } = world;
    const id = await world.complete(ann, templateId);
    assert.deepEqual((await upload(ann, id)).at('reason'), 'not-in-review');
    assert.equal((await upload(boss, id)).status, 404);
    const path = `/app/v1/forms/${id}/attachments?${query}`;
    const text = { body: Buffer.from('no picture'), headers: { 'content-type': 'text/plain' } };
    assert.equal((await rex.send('POST', path, text)).status, 422);
    const foreign = (await signedForm()).signature;
    const unknown = await approve(rex, id, foreign);
    assert.deepEqual([unknown.status, unknown.at('reason')], [400, 'signature-unknown']);
    const signature = await uploaded(rex, id);
    const rejected = await world.decide(rex, id, { decision: 'reject', signature });
    assert.equal(rejected.at('reason'), 'signature-unasked');
    ok(await approve(rex, id, signature));
    assert.equal((await upload(rita, id)).at('reason'), 'signature-unasked');
    ok(await world.decide(rita, id, { decision: 'send-back', remark: 'Which?' }));
    const removed = await ann.send('DELETE', `/app/v1/forms/${id}/attachments/${signature}`);
    assert.deepEqual([removed.status, removed.at('code')], [409, 'attachment-used']);
    await world.resubmit(ann, id, { site: 'Dam 8' });
    ok(await world.decide(rita, id, { decision: 'reject' }));
    ok(await world.reopen(world.admin, id, { reason: 'Again' }));
    await world.resubmit(ann, id, { site: 'Dam 9' });
    const again = await approve(rex, id, signature);
    assert.equal(again.at('reason'), 'signature-unknown', 'each decision has its own');
  });

  test('a signature stays with its form, and what nobody signed with is deleted after a day', async () => {
    const { id, signature } = await signedForm();
    const open = await world.complete(world.ann, templateId);
    await uploaded(world.rex, open);
    const { db, files, clock } = world.node.services;
    await removeUnnamed({ db, files, clock: { now: () => clock.now() + 40 * DAY_MS } });
    assert.equal(await picture(world.ann, id, signature), 200);
    const rows = db.reader.selectFrom('attachments').select('id').where('form_id', '=', open);
    assert.deepEqual(await rows.execute(), []);
  });

  test('the signatures of an erased person are deleted, and their decisions stay', async () => {
    const { id, signature } = await signedForm();
    const { node, ann, rex, adminId } = world;
    const { accountId } = node.account;
    const by = { accountId, userId: adminId, via: 'web' } as const;
    await createForgetPerson(node.services)(by, { userId: rex.id, names: ['rex'] });
    assert.equal(await picture(ann, id, signature), 404);
    const shown = ok(await world.detail(ann, id));
    assert.ok(!shown.text.includes(signature));
    const events: readonly { action: string }[] = Object(shown.body).history;
    assert.ok(events.some(({ action }) => action === 'approve'));
  });

  test('a rule of retention that blanks answers deletes the signatures of the form', async () => {
    const { id, signature } = await signedForm();
    const rule = { action: 'blank', days: 1, countedFrom: 'creation', fields: ['note'] };
    const path = `/app/v1/templates/${templateId}/retention`;
    ok(await world.admin.send('PUT', path, { body: rule }));
    for (const days of [2, 7.5]) {
      await applyRules(world.node.services);
      world.node.clock.advance(days * DAY_MS);
    }
    await applyRules(world.node.services);
    const { clientId, clientSecret } = world.node.account;
    const token = await world.node.token(clientId, clientSecret);
    const read = async (path: string) => ok(await world.node.request('GET', path, { token }));
    assert.equal((await read(`/v2/formz/${id}`)).at('review', 'signature'), null);
    const files = await read(`/v2/formz/${id}/attachments`);
    assert.ok(!files.text.includes(signature));
  });
});
