import type { JsonObject } from '#kernel/json.ts';
import type { Device } from '#web/offline/device.ts';
import type { Draft } from '#web/offline/draft.ts';
import type { StoredTemplate } from '#web/offline/store.ts';
import { UNTOUCHED } from '#web/offline/take-in.ts';
import { findWork } from '#web/offline/work-store.ts';
import { shownZone } from '#web/texts/shown-zone.ts';
import { begunAnswers } from './begun-answers.ts';

type Given = Partial<
  Pick<Draft, 'formId' | 'assignmentId' | 'dueAt' | 'instructions' | 'begunOffline'>
> & {
  readonly answers?: JsonObject;
};

/**
 * Creates a form that the server does not know yet. The device chooses its id, so that repeated requests create it only
 * once.
 * @param given what the form begins with, if it begins with more than its template
 */
export async function startForm(
  { store, sendSoon }: Pick<Device, 'store' | 'sendSoon'>,
  template: StoredTemplate,
  given: Given = {},
): Promise<string> {
  const { formId = crypto.randomUUID(), answers, ...more } = given;
  await store.add({
    ...UNTOUCHED,
    formId,
    name: template.name,
    templateId: template.id,
    templateName: template.name,
    versionNumber: template.versionNumber,
    definition: template.definition,
    base: undefined,
    answers: await begunAnswers(template.definition, shownZone(), answers),
    ...(!navigator.onLine && { begunOffline: true }),
    ...more,
    changedAt: Date.now(),
  });
  sendSoon();
  return formId;
}

/**
 * Begins work with what this device keeps of it. The server keeps the form in any case.
 * @returns whether the device has the work
 */
export async function startWork(device: Device, id: string, formId: string): Promise<boolean> {
  const found = await findWork(device.person, id);
  if (found === undefined) return false;
  const { item, answers } = found.work;
  const { id: templateId, name = '' } = item.template;
  await startForm(
    device,
    { ...found.template, id: templateId, name },
    {
      formId,
      assignmentId: id,
      dueAt: item.dueDate ?? undefined,
      instructions: item.instructions ?? undefined,
      begunOffline: true,
      answers,
    },
  );
  return true;
}
