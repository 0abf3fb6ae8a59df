// Where the files of a drawing lie: on the device while a form is filled in, in the document in a preview.
import { use, useEffect, useState } from 'react';
import type { Question } from 'survey-core';
import { type FileReference, picturePath } from '../fill/file-references.ts';
import { FillingContext } from '../fill/filling-context.ts';

export interface SketchFiles {
  keep(file: File): Promise<FileReference>;
  forget(id: string): Promise<void>;
  /** Returns the bytes; a path where only the server has them. */
  find(id: string): Promise<Blob | string>;
}

const ofPreviews = new Map<string, File>();

export function useSketchFiles(question: Question): SketchFiles {
  const filling = use(FillingContext);
  const referTo = ({ name, type, size }: File): FileReference => ({
    id: crypto.randomUUID(),
    name,
    type,
    size,
  });
  if (filling === undefined) {
    return {
      keep: (file) => {
        const kept = referTo(file);
        ofPreviews.set(kept.id, file);
        return Promise.resolve(kept);
      },
      forget: (id) => {
        ofPreviews.delete(id);
        return Promise.resolve();
      },
      find: (id) => Promise.resolve(ofPreviews.get(id) ?? ''),
    };
  }
  const { device, formId } = filling;
  return {
    async keep(file) {
      const kept = referTo(file);
      const field = question.name;
      await device.store.addFile({ ...kept, formId, field, bytes: file, isSent: false });
      return kept;
    },
    forget: (id) => device.store.removeFile(id),
    find: async (id) => (await device.store.file(id))?.bytes ?? picturePath(formId, id),
  };
}

/** Returns the address of a file for an image; undefined while it is looked up. */
export function useAddress(files: SketchFiles, id: string): string | undefined {
  const [address, setAddress] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the files are the same in each round
  useEffect(() => {
    let made: string | undefined;
    let isCurrent = true;
    files.find(id).then(
      (found) => {
        if (!isCurrent) return;
        if (typeof found !== 'string') made = URL.createObjectURL(found);
        setAddress(made ?? String(found));
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [id]);
  return address;
}
