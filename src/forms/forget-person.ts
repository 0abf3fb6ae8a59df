import type { Database } from '#db/database.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Ids } from '#kernel/ids.ts';
import { wholeWord } from '#kernel/whole-word.ts';
import { deletedForms } from './deleted-forms.store.ts';
import { lockForm, updateForm } from './form.store.ts';
import { insertEvent } from './form-event.store.ts';
import { liveForms } from './form-selection.store.ts';

/** Stands where a name was. */
const ERASED = '(erased)';
/** Forms looked at in one query; those that change are written in one transaction each. */
const BATCH = 500;

export interface ForgetPersonDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface Person {
  readonly userId: string;
  /** What naming patterns may have put into the names of forms. */
  readonly names: readonly string[];
}

/**
 * Takes a person out of the names of the forms that they made. @returns of how many.
 *
 * Deleted forms are among them: they can be restored. Answers stay: they are the organisation's, and what they say
 * is not known.
 */
export function createForgetPerson({ db, clock, ids }: ForgetPersonDeps) {
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
    // The longest first: "Ann" is a word of ann.lee@example.com, of which the rest would stay.
    const patterns = names
      .toSorted((a, b) => b.length - a.length)
      .map((name) => new RegExp(wholeWord(name), 'giu'));
    const alive = await forgetAll(liveOf, by, userId, patterns);
    // After those that are there, so that one which is deleted meanwhile is not missed.
    return alive + (await forgetAll(deletedForms, by, userId, patterns));
  };
}

type OfKind = typeof deletedForms;

const liveOf: OfKind = (db, accountId) => liveForms(db, accountId, 'created_by');

function withoutPerson(name: string, patterns: readonly RegExp[]): string {
  return patterns.reduce((text, pattern) => text.replaceAll(pattern, ERASED), name);
}
