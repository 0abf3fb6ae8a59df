// Where the files of a form are: on the device while it is filled in; in the document where a form is only tried, as in
// the preview of the builder.
import { createContext } from 'react';
import type { Question } from 'survey-core';
import type { Device } from '#web/offline/device.ts';
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
  readonly takings: Takings;
}

/** The files that are on their way into an answer: a photo is made smaller first, which takes a phone seconds. */
export interface Takings {
  /** Notes one until it has settled. It was not taken if it fails, or says false. */
  note(question: Question, taking: Promise<unknown>): void;
  isEmpty(): boolean;
  /** Resolves once there is none. @returns a question whose file was not taken meanwhile */
  settled(): Promise<Question | undefined>;
}

function takings(): Takings {
  const pending = new Map<Promise<unknown>, Question>();
  return {
    note(question, taking) {
      const over = taking
        .catch(() => false)
        .then((isTaken) => {
          pending.delete(over);
          return isTaken;
        });
      pending.set(over, question);
    },
    isEmpty: () => pending.size === 0,
    async settled() {
      let missed: Question | undefined;
      for (const [over, question] of pending) if ((await over) === false) missed ??= question;
      return missed;
    },
  };
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
  takings: takings(),
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
    takings: takings(),
  };
}

/** Those of the form on the screen. Without a provider nothing is stored and nothing is sent. */
export const FormFilesContext = createContext<FormFiles>(filesInDocument());
