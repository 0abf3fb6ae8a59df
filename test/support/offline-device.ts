// A device without its disk, a server that keeps the guarantees of /app/v1/forms, and an unreliable network between
// them.

import type { Fault } from '#web/api/answer-fault.ts';
import type { Draft, StoredFile } from '#web/offline/draft.ts';
import type { DraftStore } from '#web/offline/draft-store.ts';
import { type Answers, isEqual } from '#web/offline/merge.ts';
import { type FormServer, Refusal, type SendDeps } from '#web/offline/send.ts';

export const FORM = 'f0000000-0000-4000-8000-000000000001';

const newDraft = (): Draft => ({
  formId: FORM,
  name: 'Pier',
  templateId: 't1',
  versionNumber: 1,
  definition: {},
  base: undefined,
  sent: undefined,
  answers: {},
  edits: 0,
  wantsCompletion: false,
  conflict: undefined,
  problem: undefined,
  failures: 0,
  notBefore: 0,
  changedAt: 1,
});

export const fileOf = (id: string): StoredFile => ({
  id,
  formId: FORM,
  field: 'photo',
  name: `${id}.jpg`,
  type: 'image/jpeg',
  size: 3,
  bytes: new Blob(['jpg']),
  isSent: false,
});

/** A device's storage, in memory. */
export function openDevice() {
  const drafts = new Map<string, Draft>([[FORM, newDraft()]]);
  const files = new Map<string, StoredFile>();
  const store: DraftStore & { add(draft: Draft): Promise<void> } = {
    drafts: async () => [...drafts.values()],
    draft: async (formId) => drafts.get(formId),
    update: async (formId, to) => {
      const draft = drafts.get(formId);
      if (draft !== undefined) drafts.set(formId, to(draft));
      return drafts.get(formId);
    },
    add: async (draft: Draft) => {
      if (!drafts.has(draft.formId)) drafts.set(draft.formId, draft);
    },
    files: async () => [...files.values()],
    file: async (id) => files.get(id),
    markSent: async (id, isSent) => {
      const file = files.get(id);
      if (file !== undefined) files.set(id, { ...file, isSent });
    },
    remove: async (formId, edits) => {
      if (drafts.get(formId)?.edits !== edits) return false;
      drafts.delete(formId);
      files.clear();
      return true;
    },
  };
  return { drafts, files, store };
}

interface Kept {
  revision: number;
  answers: Answers;
  status: 'draft' | 'complete';
  readonly files: Set<string>;
}

/** A server with the guarantees of /app/v1/forms. `lose` decides what happens to the next call. */
export function openServer(lose: () => 'nothing' | 'call' | 'answer') {
  const forms = new Map<string, Kept>();
  const events: string[] = [];
  const form = (id: string): Kept => {
    const found = forms.get(id);
    if (found === undefined) throw new Refusal(404, { code: 'not-found' });
    return found;
  };
  const over = async <T>(act: () => T): Promise<T> => {
    const lost = lose();
    if (lost === 'call') throw new Refusal(0, { code: 'offline' });
    const answer = act();
    if (lost === 'answer') throw new Refusal(0, { code: 'offline' });
    return answer;
  };
  const detail = (id: string) => {
    const { revision, answers } = form(id);
    const rest = { name: 'Pier', template: { id: 't1' }, versionNumber: 1, definition: {} };
    return { id, revision, answers, ...rest };
  };
  const server: FormServer = {
    create: ({ formId }) =>
      over(() => {
        if (!forms.has(formId)) {
          forms.set(formId, { revision: 1, answers: {}, status: 'draft', files: new Set() });
          events.push('created');
        }
        return detail(formId);
      }),
    save: (formId, { revision, answers }) =>
      over(() => ({ revision: saveTo(form(formId), revision, answers) })),
    upload: ({ id, formId }) =>
      over(() => {
        form(formId).files.add(id);
      }),
    complete: (formId, revision) =>
      over(() => {
        const kept = form(formId);
        if (kept.status === 'complete') return;
        if (kept.revision !== revision) throw new Refusal(412, { code: 'precondition-failed' });
        Object.assign(kept, { status: 'complete', revision: kept.revision + 1 });
        events.push('completed');
      }),
    read: (formId) => over(() => detail(formId)),
  };
  return { forms, events, server };
}

/** @returns the new revision */
function saveTo(kept: Kept, revision: number, answers: Answers): number {
  if (kept.status === 'complete') throw new Refusal(409, { code: 'form-state' });
  const isSame = isEqual(kept.answers, answers);
  if (kept.revision !== revision && !(isSame && kept.revision === revision + 1)) {
    const current = { revision: kept.revision, answers: kept.answers };
    throw new Refusal(412, { code: 'precondition-failed', current });
  }
  const faults = missingIn(kept, answers);
  if (faults.length > 0) throw new Refusal(422, { code: 'invalid-answers', faults });
  if (!isSame) Object.assign(kept, { answers, revision: kept.revision + 1 });
  return kept.revision;
}

/** Returns the faults of answers that name files that are not there. */
export const missingIn = (kept: Kept, answers: Answers): readonly Fault[] =>
  idsIn(answers).flatMap((id, i) =>
    kept.files.has(id)
      ? []
      : [{ at: `photo[${i}]`, text: 'Upload it first.', rule: 'uploaded-file' }],
  );

export const idsIn = (answers: Answers): readonly string[] => {
  const { photo } = answers;
  return Array.isArray(photo) ? photo.map(({ id }) => id) : [];
};

export function deps(store: DraftStore, server: FormServer): SendDeps & { pass(): void } {
  let now = 1;
  return {
    store,
    server,
    now: () => now,
    share: () => 0.5,
    pass: () => {
      now += 1_000_000;
    },
  };
}
