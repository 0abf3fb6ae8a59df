import assert from 'node:assert/strict';
import { join } from 'node:path';
import { FILE_DEFINITION, PNG } from './attachments.ts';
import type { Instance } from './instance.ts';

/** A form with a photo. Paths are below the data directory. */
export interface Photographed {
  readonly formId: string;
  /** The id of the attachment. */
  readonly id: string;
  readonly photo: string;
  readonly picture: { readonly path: string; readonly size: number };
}

/** Adds a photo to a new form, over HTTP, and names it in its answers. */
export async function photograph(
  instance: Instance,
  { bytes = PNG, type = 'image/png' } = {},
): Promise<Photographed> {
  const { db, forms } = instance.services;
  const { accountId, userId } = instance.account;
  const by = { accountId, userId, role: 'admin', via: 'api' } as const;
  const formId = await db.transaction(async (tx) => {
    const template = { name: 'Inspection', definition: FILE_DEFINITION };
    const { id: templateId } = await forms.createTemplate(tx, by, template);
    await forms.publishTemplate(tx, by, templateId);
    return (await forms.createForm(tx, by, { templateId })).form.id;
  });
  const path = `/v2/formz/${formId}/attachments?field=photo`;
  const headers = { 'content-type': type };
  const answer = await instance.request('POST', path, { body: bytes, headers });
  assert.equal(answer.status, 201, answer.text);
  const id = String(answer.at('id'));
  const [name, size] = [String(answer.at('name')), bytes.length];
  await db.transaction((tx) =>
    forms.editForm(tx, by, formId, { answers: { photo: [{ id, name, type, size }] } }),
  );
  const row = await db.reader
    .selectFrom('attachments')
    .select(['storage_key', 'picture_key', 'picture_size'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const pathOf = (key: string | null) => join('files', ...(key ?? '').split('/'));
  const picture = { path: pathOf(row.picture_key), size: Number(row.picture_size) };
  return { formId, id, photo: pathOf(row.storage_key), picture };
}
