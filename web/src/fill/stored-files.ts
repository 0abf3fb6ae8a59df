import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer, useState } from 'react';
import { type Question, SurveyModel } from 'survey-core';
import { type FileReference, picturePath } from './file-references.ts';
import { useFillingForm } from './filling-context.ts';

/** Returns the current answer to a question, and renders again when it changes. */
export function useAnswer(question: Question): unknown {
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const { survey } = question;
    if (!(survey instanceof SurveyModel)) return;
    survey.onValueChanged.add(refresh);
    return () => survey.onValueChanged.remove(refresh);
  }, [question]);
  return question.value;
}

/**
 * Returns the address of a file: on this device while it has the file, else on the server. Undefined while it is looked
 * up.
 */
export function useFileAddress(id: string): string | undefined {
  const { device, formId } = useFillingForm();
  const { data } = useQuery({
    queryKey: ['file-of-device', id],
    queryFn: async () => (await device.store.file(id)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const bytes = data?.bytes;
  const [local, setLocal] = useState<string>();
  useEffect(() => {
    if (bytes === undefined) return;
    const address = URL.createObjectURL(bytes);
    setLocal(address);
    return () => URL.revokeObjectURL(address);
  }, [bytes]);
  return data === null ? picturePath(formId, id) : local;
}

/** Stores a file on the device; it is sent when an answer refers to it. */
export function useKeepFile(question: Question): (file: File) => Promise<FileReference> {
  const { device, formId } = useFillingForm();
  return async (file) => {
    const { name, type, size } = file;
    const id = crypto.randomUUID();
    const field = question.name;
    await device.store.addFile({ id, formId, field, name, type, size, bytes: file, isSent: false });
    return { id, name, type, size };
  };
}

/** Deletes a file from the device when no answer refers to it any more. The server deletes its own copy by itself. */
export function useForgetFile(): (id: string) => Promise<void> {
  const { device } = useFillingForm();
  return (id) => device.store.removeFile(id);
}
