import { lockAccount } from '#db/account-lock.ts';
import type { Database } from '#db/database.ts';
import { insertEvent, lockForm, updateForm } from '#form-records/index.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Ids } from '#kernel/ids.ts';
import { isObject, type JsonObject, type JsonValue } from '#kernel/json.ts';
import { isChosenRow } from '#questionnaires/answers/answer-faults.ts';
import { dropExportsWith } from './erased-exports.store.ts';
import { changeAhead, listNamingForms, templatesAskingForPeople } from './named-people.store.ts';

interface ForgetDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** The number of forms read in one query. Each changed form has its own transaction. */
const BATCH = 500;

/**
 * Removes the name of a person from the answers that chose them, also in deleted forms, and in what was filled in ahead.
 * Their id stays, as that of who created a form does: it leads nowhere. @returns the number of changed forms.
 */
export async function forgetInAnswers(
  deps: ForgetDeps,
  by: Actor,
  userId: string,
): Promise<number> {
  const { db } = deps;
  const { accountId } = by;
  const templateIds = await templatesAskingForPeople(db.reader, accountId);
  if (templateIds.length === 0) return 0;
  const named = { accountId, userId, templateIds };
  await db.transaction((tx) =>
    changeAhead(tx, named, (answers) => {
      const given: JsonObject = JSON.parse(answers);
      return JSON.stringify(without(given, userId));
    }),
  );
  let changed = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: Awaited<ReturnType<typeof listNamingForms>> = await listNamingForms(
      db.reader,
      named,
      after,
      BATCH,
    );
    for (const { id, names } of page) {
      if (names && (await forgetInForm(deps, by, id, userId))) changed += 1;
    }
    after = page.length < BATCH ? undefined : page.at(-1)?.id;
  }
  return changed;
}

const forgetInForm = (
  { db, clock, ids }: ForgetDeps,
  by: Actor,
  id: string,
  userId: string,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    // As retention does: an export that begins meanwhile would keep the name.
    await lockAccount(tx, by.accountId);
    const found = await lockForm(tx, by.accountId, id);
    if (!found) return false;
    const { deletedAt, ...form } = found;
    const answers = without(form.answers, userId);
    if (JSON.stringify(answers) === JSON.stringify(form.answers)) return false;
    const updatedAt = Math.max(clock.now(), form.updatedAt + 1);
    await updateForm(tx, { ...form, answers, updatedAt, revision: form.revision + 1 }, deletedAt);
    await insertEvent(tx, by, {
      id: ids.next(),
      formId: id,
      at: updatedAt,
      action: 'edit',
      detail: { changed: ['answers'], erased: true },
    });
    await dropExportsWith(tx, form, updatedAt);
    return true;
  });

/** Returns answers in which the person has no name, in tables too. */
function without(answers: JsonObject, userId: string): JsonObject {
  const of = (value: JsonValue): JsonValue => {
    if (isChosenRow(value)) {
      return value.key === userId ? { ...value, label: '', inactive: true } : value;
    }
    if (Array.isArray(value)) return value.map((each: JsonValue) => of(each));
    return isObject(value) ? without(value, userId) : value;
  };
  return Object.fromEntries(Object.entries(answers).map(([name, value]) => [name, of(value)]));
}
