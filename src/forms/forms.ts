import { findForm } from './form.store.ts';
import { createFormChanges } from './form-changes.ts';
import { createFormCreation } from './form-creation.ts';
import { listEvents } from './form-event.store.ts';
import { normaliseId } from './form-rules.ts';
import { createTemplates } from './templates.ts';
import { isVisible, sightOf } from './visibility.ts';
import type { Forms, FormWrites, FormWritesDeps } from './writes.ts';

/** The one way to templates and forms for whoever writes them: endpoints, pages, command line, demo. */
export function createForms(deps: FormWritesDeps): Forms {
  const { directory } = deps;

  const readForm: FormWrites['readForm'] = async (db, viewer, id) => {
    const known = normaliseId(id);
    const found = known === undefined ? undefined : await findForm(db, viewer.accountId, known);
    if (!found || found.deletedAt !== undefined) return undefined;
    if (!isVisible(await sightOf(db, directory, viewer), found)) return undefined;
    const { deletedAt: _, ...form } = found;
    return form;
  };

  return {
    ...createTemplates(deps),
    ...createFormChanges(deps),
    createForm: createFormCreation(deps),
    readForm,
    async readHistory(db, viewer, id) {
      const form = await readForm(db, viewer, id);
      return form ? listEvents(db, viewer.accountId, form.id) : [];
    },
  };
}
