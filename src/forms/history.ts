import type { Tx } from '#db/database.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { Form, FormActor, FormEventAction } from './form.ts';
import { insertEvent } from './form-event.store.ts';
import type { FormWritesDeps } from './writes.ts';

/** Writes what was done to a form into its history, and into the audit record unless it is an edit. */
export type RecordEvent = (
  tx: Tx,
  by: FormActor,
  form: Form,
  action: FormEventAction,
  detail?: JsonObject,
) => Promise<void>;

export function createRecord({ ids, audit }: Pick<FormWritesDeps, 'ids' | 'audit'>): RecordEvent {
  return async (tx, by, form, action, detail) => {
    await insertEvent(tx, by, {
      id: ids.next(),
      formId: form.id,
      at: form.updatedAt,
      action,
      detail,
    });
    // Drafts save themselves every few seconds: their history has that, the audit record need not.
    if (action === 'edit') return;
    await audit.append(tx, by, {
      action: `form.${action}`,
      targetType: 'Form',
      targetId: form.id,
      ...(detail && { detail }),
    });
  };
}
