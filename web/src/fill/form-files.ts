// Where the files of a form are: on the device while it is filled in; in the document where a form is only tried, as in
// the preview of the builder.
import { createContext } from 'react';
import type { Device } from '../offline/device.ts';
import { type FileReference, picturePath } from './file-references.ts';

export interface FormFiles {
  /** The form that the files are sent to; undefined where nothing is sent. */
  readonly formId: string | undefined;
  /** Stores a file under the name of its question; it is sent when an answer refers to it. */
  keep(file: File, field: string): Promise<FileReference>;
  /** Deletes a file when no answer refers to it any more. The server deletes its own copy by itself. */
  forget(id: string): Promise<void>;
  /** Returns the bytes; a path where only the server has them; undefined for a file that is not there. */
  find(id: string): Promise<Blob | string | undefined>;
}

const referTo = ({ name, type, size }: File): FileReference => ({
  id: crypto.randomUUID(),
  name,
  type,
  size,
});

export const filesOnDevice = ({ store }: Device, formId: string): FormFiles => ({
  formId,
  async keep(file, field) {
    const kept = referTo(file);
    await store.addFile({ ...kept, formId, field, bytes: file, isSent: false });
    return kept;
  },
  forget: (id) => store.removeFile(id),
  find: async (id) => (await store.file(id))?.bytes ?? picturePath(formId, id),
});

function filesInDocument(): FormFiles {
  const files = new Map<string, File>();
  return {
    formId: undefined,
    keep: async (file) => {
      const kept = referTo(file);
      files.set(kept.id, file);
      return kept;
    },
    forget: async (id) => {
      files.delete(id);
    },
    find: async (id) => files.get(id),
  };
}

/** Those of the form on the screen. Without a provider nothing is stored and nothing is sent. */
export const FormFilesContext = createContext<FormFiles>(filesInDocument());
