import { saveFile } from '#web/components/save-file.ts';
import type { Device } from './device.ts';
import type { Draft } from './draft.ts';

/** Saves everything that this device has of a form as one JSON file: the answers, and files as data URLs. */
export async function download({ store }: Device, draft: Draft): Promise<void> {
  const states = await store.files(draft.formId);
  const files = await Promise.all(
    states.map(async ({ id, field, name, type }) => {
      const file = await store.file(id);
      return { id, field, name, type, data: file && (await dataUrlOf(file.bytes)) };
    }),
  );
  const { formId, name, templateId, versionNumber, answers, location, changedAt } = draft;
  const text = JSON.stringify(
    {
      formId,
      name,
      templateId,
      versionNumber,
      changedAt: new Date(changedAt).toISOString(),
      location,
      answers,
      files,
    },
    undefined,
    2,
  );
  saveFile(new Blob([text], { type: 'application/json' }), `${name}.json`);
}

function dataUrlOf(bytes: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read'));
    reader.readAsDataURL(bytes);
  });
}
