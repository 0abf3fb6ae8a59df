import { isDeepStrictEqual } from 'node:util';
import { addToCounter } from '#db/counters.ts';
import type { Tx } from '#db/database.ts';
import { fail } from '#kernel/errors.ts';
import { checkAssignment } from './assignment.ts';
import { lockForm, updateForm } from './form.store.ts';
import type { Expected, Form, FormActor, FormChanges, FormStatus } from './form.ts';
import {
  checkAnswers,
  checkLocation,
  checkName,
  normaliseId,
  requireDesigner,
} from './form-rules.ts';
import { createRecord } from './history.ts';
import { addToFormCount, findVersion } from './template.store.ts';
import { isVisible, sightOf } from './visibility.ts';
import type { FormWrites, FormWritesDeps } from './writes.ts';

type Changes = Pick<
  FormWrites,
  'editForm' | 'assignForm' | 'completeForm' | 'reopenForm' | 'deleteForm'
>;

/** What is done to a form once it exists. Whoever sees a draft may edit it. */
export function createFormChanges(deps: FormWritesDeps): Changes {
  const { clock, directory } = deps;
  const record = createRecord(deps);

  /** The form, locked, if the actor may see it and nobody wrote it since he looked. */
  async function take(tx: Tx, by: FormActor, id: string, expected: Expected): Promise<Form> {
    const known = normaliseId(id);
    const found = known === undefined ? undefined : await lockForm(tx, by.accountId, known);
    const sight = await sightOf(tx, directory, by);
    if (!found || found.deletedAt !== undefined || !isVisible(sight, found)) {
      throw fail('not-found', 'There is no form with this id.');
    }
    const { deletedAt: _, ...form } = found;
    const { ifRevision } = expected;
    if (ifRevision === undefined || ifRevision === form.revision) return form;
    throw fail(
      'precondition-failed',
      `The form is at revision ${form.revision}, not ${ifRevision}. Read it again.`,
      { extra: { currentRevision: form.revision, sentRevision: ifRevision } },
    );
  }

  /** A group's form becomes its first editor's own, if he is of the group. */
  async function claim(tx: Tx, by: FormActor, form: Form): Promise<Form> {
    if (form.assignment.type !== 'Group') return form;
    const groups = await directory.groupIdsOf(tx, by.accountId, by.userId);
    if (!groups.includes(form.assignment.id)) return form;
    return { ...form, assignment: { type: 'User', id: by.userId } };
  }

  /** Stores a changed form as its next revision. */
  async function store(tx: Tx, before: Form, changed: Form, deleted = false): Promise<Form> {
    const updatedAt = Math.max(clock.now(), before.updatedAt + 1);
    const moved = changed.status !== before.status;
    const form = {
      ...changed,
      updatedAt,
      revision: before.revision + 1,
      statusChangedAt: moved ? updatedAt : before.statusChangedAt,
    };
    await updateForm(tx, form, deleted ? updatedAt : undefined);
    return form;
  }

  async function recordClaim(tx: Tx, by: FormActor, before: Form, after: Form): Promise<void> {
    if (isDeepStrictEqual(before.assignment, after.assignment)) return;
    await record(tx, by, after, 'claim', { fromGroup: before.assignment.id });
  }

  return {
    async editForm(tx, by, id, changes) {
      const before = requireStatus(await take(tx, by, id, changes), 'draft');
      const edited = await applyChanges(tx, before, changes);
      const after = await claim(tx, by, edited);
      if (isDeepStrictEqual(after, before)) return before;
      const form = await store(tx, before, after);
      await recordClaim(tx, by, before, form);
      const changed = changedParts(before, form);
      if (changed.length > 0) await record(tx, by, form, 'edit', { changed });
      return form;
    },

    async assignForm(tx, by, id, to) {
      const before = requireStatus(await take(tx, by, id, to), 'draft');
      const assignment = await checkAssignment(tx, by.accountId, to.assignment);
      if (isDeepStrictEqual(assignment, before.assignment)) return before;
      const form = await store(tx, before, { ...before, assignment });
      await record(tx, by, form, 'assign', { to: { ...assignment } });
      return form;
    },

    async completeForm(tx, by, id, expected = {}) {
      const before = requireStatus(await take(tx, by, id, expected), 'draft');
      const claimed = await claim(tx, by, before);
      const form = await store(tx, before, {
        ...claimed,
        status: 'complete',
        completedBy: by.userId,
      });
      await recordClaim(tx, by, before, form);
      await record(tx, by, form, 'complete');
      return form;
    },

    async reopenForm(tx, by, id, expected = {}) {
      const seen = await take(tx, by, id, expected);
      requireDesigner(by, 'reopen a completed form');
      const before = requireStatus(seen, 'complete');
      const form = await store(tx, before, { ...before, status: 'draft', completedBy: undefined });
      await record(tx, by, form, 'reopen');
      return form;
    },

    async deleteForm(tx, by, id, expected = {}) {
      const before = await take(tx, by, id, expected);
      const own = before.status === 'draft' && before.createdBy === by.userId;
      if (!own) requireDesigner(by, 'delete a form that is complete or that somebody else made');
      const form = await store(tx, before, before, true);
      await addToCounter(tx, by.accountId, 'forms', form.id, -1);
      await addToFormCount(tx, by.accountId, form.templateId, -1);
      await record(tx, by, form, 'delete');
    },
  };
}

async function applyChanges(tx: Tx, form: Form, changes: FormChanges): Promise<Form> {
  const { name, answers, location } = changes;
  const version = answers && (await findVersion(tx, form.accountId, form.templateVersionId));
  return {
    ...form,
    ...(name !== undefined && { name: checkName(name) }),
    ...(answers !== undefined && { answers: checkAnswers(answers, version?.fields ?? []) }),
    ...(location !== undefined && {
      location: location === null ? undefined : checkLocation(location),
    }),
  };
}

function changedParts(before: Form, after: Form): string[] {
  return (['name', 'answers', 'location'] as const).filter(
    (part) => !isDeepStrictEqual(before[part], after[part]),
  );
}

function requireStatus(form: Form, status: FormStatus): Form {
  if (form.status === status) return form;
  throw fail(
    'form-state',
    status === 'draft'
      ? 'The form is complete. A designer or an admin can reopen it.'
      : 'The form is a draft already.',
  );
}
