import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#db/database.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import { requireAnswers } from './answers/require-answers.ts';
import { checkAssignment } from './assignment.ts';
import { lockForm, type StoredForm, updateForm } from './form.store.ts';
import type { Expected, Form, FormActor, FormChanges, FormStatus } from './form.ts';
import { findLastActor } from './form-event.store.ts';
import { checkLocation, checkName, normaliseId, requireDesigner } from './form-rules.ts';
import { createRecord } from './history.ts';
import { addToFormCount, findVersion } from './template.store.ts';
import { isVisible, sightOf } from './visibility.ts';
import type { FormWrites, FormWritesDeps } from './writes.ts';

type Changes = Pick<
  FormWrites,
  'editForm' | 'assignForm' | 'completeUnchecked' | 'reopenForm' | 'deleteForm' | 'restoreForm'
>;

/** What is done to a form once it exists. Whoever sees a draft may edit it. */
export function createFormChanges(deps: FormWritesDeps): Changes {
  const { clock, directory, quotas } = deps;
  const record = createRecord(deps);

  /** The form, locked, if the actor may see it. */
  async function see(tx: Tx, by: FormActor, id: string): Promise<StoredForm> {
    const known = normaliseId(id);
    const found = known === undefined ? undefined : await lockForm(tx, by.accountId, known);
    if (found && isVisible(await sightOf(tx, directory, by), found)) return found;
    throw fail('not-found', 'There is no form with this id.');
  }

  /** As {@link see}, if it was not deleted and nobody wrote it since the actor looked. */
  async function take(tx: Tx, by: FormActor, id: string, expected: Expected): Promise<Form> {
    const form = present(await see(tx, by, id));
    const { ifRevision } = expected;
    if (ifRevision === undefined || ifRevision === form.revision) return form;
    throw await staleFault(tx, form, ifRevision);
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
      const { ifRevision } = changes;
      const found = present(await see(tx, by, id));
      // A client that did not hear our answer sends the same again.
      if (ifRevision !== undefined && found.revision === ifRevision + 1) {
        const again = await applyChanges(tx, found, changes);
        if (isDeepStrictEqual(again, found)) return found;
      }
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

    async completeUnchecked(tx, by, id, { answers, removed = [], ...expected } = {}) {
      const before = requireStatus(await take(tx, by, id, expected), 'draft');
      const claimed = await claim(tx, by, before);
      const form = await store(tx, before, {
        ...claimed,
        ...(answers && { answers }),
        status: 'complete',
        completedBy: by.userId,
      });
      await recordClaim(tx, by, before, form);
      // The places only: what was hidden was to be seen by nobody.
      const detail =
        removed.length > 0 ? { removed: removed.map((each) => ({ ...each })) } : undefined;
      await record(tx, by, form, 'complete', detail);
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
      // The template before the counter, as creating locks them: two orders would be a deadlock.
      await addToFormCount(tx, by.accountId, form.templateId, -1);
      await quotas.giveBack(tx, by.accountId, 'forms', 1, form);
      await record(tx, by, form, 'delete');
    },

    async restoreForm(tx, by, id) {
      requireDesigner(by, 'restore a deleted form');
      const { deletedAt, ...before } = await see(tx, by, id);
      if (deletedAt === undefined) return before;
      const form = await store(tx, before, before);
      await addToFormCount(tx, by.accountId, form.templateId, 1);
      await record(tx, by, form, 'restore');
      await quotas.take(tx, by.accountId, 'forms', 1, form);
      return form;
    },
  };
}

/** @throws AppError `not-found` for a deleted form. */
function present({ deletedAt, ...form }: StoredForm): Form {
  if (deletedAt === undefined) return form;
  throw fail('not-found', 'There is no form with this id.');
}

/** The 412 with what is stored now, so that a page can offer to merge. */
async function staleFault(tx: Tx, form: Form, sentRevision: number): Promise<AppError> {
  const { accountId, id, revision, answers } = form;
  const updatedAt = new Date(form.updatedAt).toISOString();
  const updatedBy = await findLastActor(tx, accountId, id);
  return fail(
    'precondition-failed',
    `The form is at revision ${revision}, not ${sentRevision}. Read it again.`,
    {
      extra: {
        currentRevision: revision,
        sentRevision,
        current: { revision, answers, updatedAt, ...(updatedBy && { updatedBy }) },
      },
    },
  );
}

async function applyChanges(tx: Tx, form: Form, changes: FormChanges): Promise<Form> {
  const { name, location } = changes;
  // The same again is no change: what was calculated before the form was reopened stays until something else changes.
  const answers = isDeepStrictEqual(changes.answers, form.answers) ? undefined : changes.answers;
  const version = answers && (await findVersion(tx, form.accountId, form.templateVersionId));
  return {
    ...form,
    ...(name !== undefined && { name: checkName(name) }),
    ...(answers !== undefined && {
      answers: await requireAnswers(tx, form, version, answers, form.answers, changes.calculated),
    }),
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
