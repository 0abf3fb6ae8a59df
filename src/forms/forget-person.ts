import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Ids } from '#kernel/ids.ts';
import { wholeWord } from '#kernel/whole-word.ts';
import { lockForm, updateForm } from './form.store.ts';
import type { FormActor } from './form.ts';
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

/** Takes a person out of the names of the forms that they made. @returns of how many. */
export type ForgetPerson = (by: FormActor, person: Person) => Promise<number>;

/** See {@link ForgetPerson}. Answers stay: they are the organisation's, and what they say is not known. */
export function createForgetPerson({ db, clock, ids }: ForgetPersonDeps): ForgetPerson {
  const pageOf = (accountId: string, userId: string, after: string) =>
    liveForms(db.reader, accountId, 'created_by')
      .select(['forms.id', 'forms.name'])
      .where('forms.created_by', '=', userId)
      .where('forms.id', '>', after)
      .orderBy('forms.id')
      .limit(BATCH)
      .execute();

  async function forgetIn(by: FormActor, id: string, patterns: readonly RegExp[]) {
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

  return async (by, { userId, names }) => {
    const patterns = names.map((name) => new RegExp(wholeWord(name), 'giu'));
    let renamed = 0;
    for (let after: string | undefined = ''; after !== undefined; ) {
      const rows: readonly { id: string; name: string }[] = await pageOf(
        by.accountId,
        userId,
        after,
      );
      const named = rows.filter(({ name }) => withoutPerson(name, patterns) !== name);
      for (const { id } of named) renamed += (await forgetIn(by, id, patterns)) ? 1 : 0;
      after = rows.length < BATCH ? undefined : rows.at(-1)?.id;
    }
    return renamed;
  };
}

function withoutPerson(name: string, patterns: readonly RegExp[]): string {
  return patterns.reduce((text, pattern) => text.replaceAll(pattern, ERASED), name);
}
