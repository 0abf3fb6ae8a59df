import type { Tx } from '#db/database.ts';
import type { Form } from '#form-basics/index.ts';
import { type Members, shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import { findVersion } from '#templates/index.ts';
import {
  deleteAllValues,
  deleteValues,
  insertValues,
  listValues,
  type StoredValue,
} from './answer-values.store.ts';
import { type AnswerValue, valuesOfAnswers } from './answer-values.ts';

/** What a version asks. A published version never changes, so that no node can make a kept one wrong. */
interface Asked {
  readonly shapes: Members;
  readonly fieldIds: ReadonlyMap<string, string>;
}

/** The versions that are kept, the longest unused of which goes first. */
const MOST_KEPT = 100;
const kept = new Map<string, Asked>();

/** What the values of a form are made of. */
export type Answered = Pick<
  Form,
  'accountId' | 'id' | 'templateId' | 'templateVersionId' | 'answers'
>;

/**
 * Makes the stored values of a form those of its answers. Writes only what differs.
 * @param options.isNew nothing is stored for it yet, so nothing is read
 * @returns whether any value was another one
 */
export async function writeValues(
  tx: Tx,
  form: Answered,
  { isNew = false }: { readonly isNew?: boolean } = {},
): Promise<boolean> {
  const [values, stored] = await Promise.all([
    valuesOfForm(tx, form),
    isNew ? [] : listValues(tx, form),
  ]);
  const { added, obsolete } = difference(stored, values);
  if (obsolete.length > 0) await deleteValues(tx, form, obsolete);
  if (added.length > 0) await insertValues(tx, form, added);
  return obsolete.length + added.length > 0;
}

/** Removes the values of a form that is deleted, and returns whether there were any. */
export const forgetValues = deleteAllValues;

/** Returns the values of a form, from its answers. */
export async function valuesOfForm(tx: Tx, form: Answered): Promise<readonly AnswerValue[]> {
  const { shapes, fieldIds } = await askedBy(tx, form);
  return valuesOfAnswers(shapes, fieldIds, form.answers);
}

async function askedBy(tx: Tx, { accountId, templateVersionId: id }: Answered): Promise<Asked> {
  const key = `${accountId}/${id}`;
  const known = kept.get(key);
  kept.delete(key);
  const asked = known ?? (await readAsked(tx, accountId, id));
  kept.set(key, asked);
  if (kept.size > MOST_KEPT) for (const oldest of kept.keys().take(1)) kept.delete(oldest);
  return asked;
}

async function readAsked(tx: Tx, accountId: string, id: string): Promise<Asked> {
  const version = await findVersion(tx, accountId, id);
  return {
    shapes: shapesOf(version?.definition ?? {}),
    fieldIds: new Map(version?.fields.map((field) => [field.name, field.id])),
  };
}

function difference(stored: readonly StoredValue[], values: readonly AnswerValue[]) {
  const before = new Map(stored.map((value) => [placeOf(value), value]));
  const added = values.filter((value) => {
    const old = before.get(placeOf(value));
    if (!old || old.series === null) return true;
    if (old.text !== value.text || old.number !== value.number) return true;
    before.delete(placeOf(value));
    return false;
  });
  return { added, obsolete: [...before.values()] };
}

const placeOf = ({ field, inRow, inAnswer }: AnswerValue): string =>
  `${inRow} ${inAnswer} ${field}`;
