import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer, useState } from 'react';
import { type Question, SurveyModel } from 'survey-core';
import { type FileReference, picturePath } from './file-references.ts';
import { useFillingForm } from './filling-context.ts';

/** The value of a question, as it is now. */
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

/** Where to show a file from: this device while it has it, else the server. */
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

/** Puts bytes on the device, from where they are sent when an answer names them. */
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

/** What no answer names any more; the server tidies up by itself. */
export function useForgetFile(): (id: string) => Promise<void> {
  const { device } = useFillingForm();
  return (id) => device.store.removeFile(id);
}
