import { FORMS } from '#web/api/forms.ts';
import { isRecord } from '#web/offline/merge.ts';

/** The value by which an answer refers to a file. */
export interface FileReference {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

export function referencesIn(value: unknown): readonly FileReference[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((each) => {
    if (!isRecord(each)) return [];
    const { id, name, type, size } = each;
    const isReference =
      typeof id === 'string' &&
      typeof name === 'string' &&
      typeof type === 'string' &&
      typeof size === 'number';
    return isReference ? [{ id, name, type, size }] : [];
  });
}

/** Returns the path of a smaller picture for display. */
export const picturePath = (formId: string, id: string): string =>
  `${attachmentPath(formId, id)}/picture`;

export const attachmentPath = (formId: string, id: string): string =>
  `${FORMS}/${formId}/attachments/${id}`;
