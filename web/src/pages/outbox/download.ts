import type { Device } from '../../offline/device.ts';
import type { Draft } from '../../offline/drafts.ts';

/** All that this device has of a form as one file: answers, and photos as data URLs beside them. */
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
  save(new Blob([text], { type: 'application/json' }), `${name}.json`);
}

/** As a file of that name, the way the browser stores downloads. */
export function save(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = address;
  link.download = name.replace(/[\\/:*?"<>|]/g, '-');
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function dataUrlOf(bytes: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read'));
    reader.readAsDataURL(bytes);
  });
}
