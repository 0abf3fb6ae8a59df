// Simulates people who fill in forms, attach files and export forms as PDFs.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PNG } from '../support/attachments.ts';
import { between } from '../support/seeded.ts';
import { sendStep, uuid, type Work } from './recorded-requests.ts';

/** Characters. */
const LONG_NOTES = 60_000;

/** Creates a form, saves it, attaches a photo and completes it. */
export async function fillForms(work: Work): Promise<void> {
  const id = uuid(work.random);
  const thing = `form ${id}`;
  const { templateId } = work;
  await sendStep(
    work,
    [{ thing, value: 'draft' }],
    ['POST', '/v2/formz', { body: { id, templateId } }],
  );
  for (const text of ['first notes', 'second notes']) {
    const fields = { notes: { text } };
    await sendStep(
      work,
      [{ thing, value: `draft ${text}` }],
      ['PATCH', `/v2/formz/${id}`, { body: { fields } }],
    );
  }
  await attach(work, id);
  const body = { status: 'complete' };
  const done = { thing, value: 'complete second notes' };
  await sendStep(work, [done], ['POST', `/v2/formz/${id}/status`, { body }]);
}

/** Writes many pages in one commit. */
export async function writeMuch(work: Work): Promise<void> {
  const id = uuid(work.random);
  const thing = `form ${id}`;
  const { templateId } = work;
  const draft = { thing, value: 'draft' };
  await sendStep(work, [draft], ['POST', '/v2/formz', { body: { id, templateId } }]);
  const text = `${id} `.repeat(LONG_NOTES / id.length);
  const saved = { thing, value: `draft ${text}` };
  const body = { fields: { notes: { text } } };
  await sendStep(work, [saved], ['PATCH', `/v2/formz/${id}`, { body }]);
}

async function attach(work: Work, form: string): Promise<void> {
  const id = uuid(work.random);
  const bytes = Buffer.concat([PNG, Buffer.alloc(between(work.random, 1, 60_000), id)]);
  const value = createHash('sha256').update(bytes).digest('hex');
  const path = `/v2/formz/${form}/attachments?id=${id}&field=photo&fileName=a.png`;
  const call = { body: bytes, headers: { 'content-type': 'image/png' } };
  await sendStep(work, [{ thing: `file ${id}`, value }], ['POST', path, call]);
  const fields = { photo: { files: [{ id }] } };
  await sendStep(work, [], ['PATCH', `/v2/formz/${form}`, { body: { fields } }]);
}

const LONGEST_WAIT_MS = 1500;
const LOOK_EVERY_MS = 50;

/** Exports one form as PDF from time to time; the server does this after its answer. */
export async function exportForms(work: Work): Promise<void> {
  await pause(work, between(work.random, 0, LONGEST_WAIT_MS));
  if (work.isOver()) return;
  const id = uuid(work.random);
  const { templateId } = work;
  const draft = { thing: `form ${id}`, value: 'draft' };
  await sendStep(work, [draft], ['POST', '/v2/formz', { body: { id, templateId } }]);
  const body = { type: 'pdf' };
  const asked = await sendStep(work, [], ['POST', `/v2/formz/${id}/exports`, { body }]);
  const job = String(asked.at('id'));
  // Only the service knows the id.
  work.ledger.attempt(`export ${job}`, 'asked')(work.now());
  let status: unknown;
  while (!work.isOver() && status !== 'Completed' && status !== 'Failed') {
    await pause(work, LOOK_EVERY_MS);
    status = (await sendStep(work, [], ['GET', `/v2/queue/${job}`, {}])).at('status');
  }
}

/** Waits, but at most until the work ends. */
async function pause(work: Work, ms: number): Promise<void> {
  for (let left = ms; left > 0 && !work.isOver(); left -= LOOK_EVERY_MS) {
    await sleep(Math.min(left, LOOK_EVERY_MS));
  }
}
