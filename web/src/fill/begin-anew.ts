// Begins a new form with what was typed into one that the server no longer has for this person.
import type { Draft, StoredFile } from '#web/offline/draft.ts';
import type { DraftStore } from '#web/offline/draft-store.ts';
import { fileIdsIn, withoutFiles } from '#web/offline/files-in-answers.ts';
import { type Answers, isRecord } from '#web/offline/merge.ts';
import { UNTOUCHED } from '#web/offline/take-in.ts';
import { typedAnswers } from './typed-answers.ts';

/** What is needed of a device. */
interface AnewOn {
  readonly store: Pick<DraftStore, 'files' | 'file'> & {
    add(draft: Draft): Promise<void>;
    addFile(file: StoredFile): Promise<void>;
  };
  sendSoon(): void;
}

/**
 * Makes a new form of the same template with the answers and files of a draft. Files that are not on this device are
 * left out. The caller removes the draft once its screen is left, which would else lead to the page of the lost form.
 * @param isHandedOver assigns it to the present assignee of the old form
 * @returns the id of the new form
 */
export async function beginAnew(
  { store, sendSoon }: AnewOn,
  draft: Draft,
  isHandedOver: boolean,
): Promise<string> {
  const formId = crypto.randomUUID();
  const states = await store.files(draft.formId);
  const found = await Promise.all(states.map(({ id }) => store.file(id)));
  const files = found.filter((file) => file !== undefined);
  const ids = new Map(files.map(({ id }) => [id, crypto.randomUUID()]));
  const lost = new Set([...fileIdsIn(draft.answers)].filter((id) => !ids.has(id)));
  const { name, templateId, templateName, versionNumber, definition, unread, location } = draft;
  const typed = typedAnswers(definition)(draft.answers);
  // The files first: a form whose answers name files that are not here would be sent without them.
  for (const file of files) await store.addFile(movedTo(formId, file, ids));
  await store.add({
    ...UNTOUCHED,
    formId,
    name: templateName ?? name,
    templateId,
    templateName,
    versionNumber,
    definition,
    base: undefined,
    answers: renameFiles(withoutFiles(typed, lost), ids),
    unread,
    location,
    edits: 1,
    changedAt: Date.now(),
    ...(draft.begunOffline && { begunOffline: true }),
    ...(isHandedOver && { handsOver: draft.formId }),
  });
  sendSoon();
  return formId;
}

const movedTo = (
  formId: string,
  file: StoredFile,
  ids: ReadonlyMap<string, string>,
): StoredFile => ({ ...file, id: ids.get(file.id) ?? file.id, formId, isSent: false });

/** Returns the answers with other ids for their files. */
function renameFiles(answers: Answers, ids: ReadonlyMap<string, string>): Answers {
  const rename = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rename);
    if (!isRecord(value)) return value;
    const { id, type } = value;
    const isFile = typeof id === 'string' && typeof type === 'string';
    const members = Object.entries(value).map(([name, each]) => [name, rename(each)]);
    return Object.fromEntries(isFile ? [...members, ['id', ids.get(id) ?? id]] : members);
  };
  const renamed = rename(answers);
  return isRecord(renamed) ? renamed : {};
}
