import { deleteMailsOfUser, deletePrivateViews } from '#answer-tables/index.ts';
import { forgetNamesInWork } from '#assignments/index.ts';
import type { Database } from '#db/database.ts';
import type { GroupsOfUser } from '#form-basics/index.ts';
import { deletedForms, insertEvent, liveForms, lockForm, updateForm } from '#form-records/index.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Ids } from '#kernel/ids.ts';
import { wholeWord } from '#kernel/whole-word.ts';
import { deleteScheduledExportsOf } from '#scheduled-exports/index.ts';
import { forgetNamesInSeries } from '#series/index.ts';
import { forgetInAnswers } from './forget-people.ts';
import { forgetSignaturesOf } from './forget-signatures.ts';

/** Replaces a name. */
const ERASED = '(erased)';
/** The number of forms read in one query. Each changed form has its own transaction. */
const BATCH = 500;

export interface ForgetPersonDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly directory: GroupsOfUser;
}

export interface Person {
  readonly userId: string;
  /** The texts that naming patterns may have put into the names of forms. */
  readonly names: readonly string[];
}

/**
 * Removes a person's name from the names of the forms that they created and from what was written about their work and
 * series, their signatures as a reviewer, the views that only they saw, the mails of dashboards that they asked for, and their
 * scheduled exports. @returns the number of changed
 * forms.
 *
 * Deleted forms are included, because they can be restored. Answers that chose the person lose the name; others are not
 * changed: they belong to the organisation, and Formstead does not know what they mean.
 */
export function createForgetPerson(deps: ForgetPersonDeps) {
  const { db, clock, ids, directory } = deps;
  const pageOf = (ofKind: OfKind, accountId: string, userId: string, after: string) =>
    ofKind(db.reader, accountId)
      .select(['forms.id', 'forms.name'])
      .where('forms.created_by', '=', userId)
      .where('forms.id', '>', after)
      .orderBy('forms.id')
      .limit(BATCH)
      .execute();

  async function forgetIn(by: Actor, id: string, patterns: readonly RegExp[]) {
    return db.transaction(async (tx) => {
      const found = await lockForm(tx, by.accountId, id);
      if (!found) return false;
      const { deletedAt, ...form } = found;
      const name = withoutPerson(form.name, patterns);
      if (name === form.name) return false;
      const updatedAt = Math.max(clock.now(), form.updatedAt + 1);
      await updateForm(tx, { ...form, name, updatedAt, revision: form.revision + 1 }, deletedAt);
      const detail = { changed: ['name'], erased: true };
      await insertEvent(tx, by, {
        id: ids.next(),
        formId: id,
        at: updatedAt,
        action: 'edit',
        detail,
      });
      return true;
    });
  }

  async function forgetAll(
    ofKind: OfKind,
    by: Actor,
    userId: string,
    patterns: readonly RegExp[],
  ): Promise<number> {
    let renamed = 0;
    for (let after: string | undefined = ''; after !== undefined; ) {
      const rows: readonly { id: string; name: string }[] = await pageOf(
        ofKind,
        by.accountId,
        userId,
        after,
      );
      const named = rows.filter(({ name }) => withoutPerson(name, patterns) !== name);
      for (const { id } of named) renamed += (await forgetIn(by, id, patterns)) ? 1 : 0;
      after = rows.length < BATCH ? undefined : rows.at(-1)?.id;
    }
    return renamed;
  }

  return async (by: Actor, { userId, names }: Person): Promise<number> => {
    await db.transaction(async (tx) => {
      await deletePrivateViews(tx, by.accountId, userId);
      await deleteMailsOfUser(tx, by.accountId, userId);
      await deleteScheduledExportsOf(tx, by.accountId, userId);
    });
    // The longest name first: replacing "Ann" first would leave the rest of ann.lee@example.com.
    const patterns = names
      .toSorted((a, b) => b.length - a.length)
      .map((name) => new RegExp(wholeWord(name), 'giu'));
    const { accountId } = by;
    const without = (text: string) => withoutPerson(text, patterns);
    await forgetSignaturesOf({ db, clock }, accountId, userId);
    const person = { userId, groupIds: await directory.groupIdsOf(db.reader, accountId, userId) };
    await forgetNamesInWork(db, accountId, person, without);
    await db.transaction((tx) => forgetNamesInSeries(tx, accountId, person, without));
    const alive = await forgetAll(liveOf, by, userId, patterns);
    // Deleted forms come second, so that a form that is deleted during the first part is not missed.
    const deleted = await forgetAll(deletedForms, by, userId, patterns);
    return alive + deleted + (await forgetInAnswers(deps, by, userId));
  };
}

type OfKind = typeof deletedForms;

const liveOf: OfKind = (db, accountId) => liveForms(db, accountId, 'created_by');

function withoutPerson(name: string, patterns: readonly RegExp[]): string {
  return patterns.reduce((text, pattern) => text.replaceAll(pattern, ERASED), name);
}
