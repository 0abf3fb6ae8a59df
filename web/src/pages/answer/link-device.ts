// What this browser keeps of a form that somebody fills in by a public link, and how it is sent: the storage and the sender of
// the app, with the requests of the link. Nothing but files is sent before the form is.
import { begunAnswers } from '../../fill/begun-answers.ts';
import { type Connection, type Device, deviceOf } from '../../offline/device.ts';
import type { ServerForm } from '../../offline/drafts.ts';
import { refusing, upload } from '../../offline/form-server.ts';
import { FILES, keep, readKept, sendAnswers, type Visit } from './link-visit.ts';

/** The latest visit by the id of its form: the device of a form stays when its link is opened again. */
const visits = new Map<string, Visit>();

/** Opens the storage of a link and puts its form there, unless it is there already. */
export async function openLinkDevice(key: string, visit: Visit): Promise<Device> {
  const { accountId, linkId, formId } = visit.opened;
  visits.set(formId, visit);
  const person = { accountId, userId: linkId, formId };
  const device = await deviceOf(
    person,
    connectionOf(key, () => visits.get(formId) ?? visit),
  );
  const { title, templateId, versionNumber, definition, fixed, timeZone } = visit.form;
  const answers = await begunAnswers(definition, timeZone, fixed);
  await device.store.add({
    formId,
    name: title,
    templateId,
    versionNumber,
    definition,
    base: { revision: 1, answers },
    answers,
    sent: undefined,
    edits: 0,
    wantsCompletion: false,
    conflict: undefined,
    problem: undefined,
    failures: 0,
    notBefore: 0,
    changedAt: Date.now(),
  });
  // It may have waited for the network when its page was closed.
  void device.sendNow();
  return device;
}

const connectionOf = (key: string, visit: () => Visit): Connection => ({
  isOpen: async () => true,
  server(store, onProgress) {
    const kept = async (formId: string): Promise<ServerForm> => {
      const draft = await store.draft(formId);
      const { templateId: id, title: name, versionNumber, definition } = visit().form;
      const answers = draft?.answers ?? {};
      const revision = draft?.base?.revision ?? 1;
      return { id: formId, name, template: { id }, versionNumber, definition, answers, revision };
    };
    return {
      create: ({ formId }) => kept(formId),
      read: (formId) => kept(formId),
      save: async (_, { revision }) => ({ revision: revision + 1 }),
      upload: (file) =>
        refusing(() =>
          visit().authorised((headers) => upload(FILES, file, { headers, onProgress })),
        ),
      async complete(formId) {
        const { answers } = await kept(formId);
        const receipt = await refusing(() => sendAnswers(visit(), answers));
        keep(key, { draft: readKept(key)?.draft ?? '', receipt });
      },
    };
  },
});
