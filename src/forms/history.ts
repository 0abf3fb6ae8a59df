import type { Tx } from '#db/database.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { FormsEventType } from './events.ts';
import type { Form, FormActor, FormEventAction } from './form.ts';
import { insertEvent } from './form-event.store.ts';
import type { FormWritesDeps } from './forms-deps.ts';

/** Edits and claims create no events for listeners. */
const EVENTS: ReadonlyMap<FormEventAction, FormsEventType> = new Map([
  ['create', 'form.created'],
  ['assign', 'form.assigned'],
  ['complete', 'form.completed'],
  ['reopen', 'form.reopened'],
  ['delete', 'form.deleted'],
]);

/** Adds an event to the history of a form, an audit event unless it is an edit, and an event for listeners. */
export const recordEvent =
  ({ ids, audit, events }: Pick<FormWritesDeps, 'ids' | 'audit' | 'events'>) =>
  async (
    tx: Tx,
    by: FormActor,
    form: Form,
    action: FormEventAction,
    detail?: JsonObject,
  ): Promise<void> => {
    await insertEvent(tx, by, {
      id: ids.next(),
      formId: form.id,
      at: form.updatedAt,
      action,
      detail,
    });
    // Drafts save themselves every few seconds. That belongs in their history, not in the audit log.
    if (action === 'edit') return;
    await audit.append(tx, by, {
      action: `form.${action}`,
      targetType: 'Form',
      targetId: form.id,
      ...(detail && { detail }),
    });
    const type = EVENTS.get(action);
    if (type === undefined) return;
    await events.append(tx, {
      type,
      accountId: by.accountId,
      at: form.updatedAt,
      id: form.id,
      templateId: form.templateId,
      by: by.userId,
      revision: form.revision,
      assignment: form.assignment,
    });
  };
