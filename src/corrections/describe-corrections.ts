import type { Database } from '#db/database.ts';
import { type Form, readNames, readTimeZone } from '#form-basics/index.ts';
import type { ListedCorrection } from '#form-records/index.ts';
import { type JsonObject, member, textOf } from '#kernel/json.ts';
import type { Locale } from '#kernel/locale.ts';
import { commentName } from '#questionnaires/answers/answer-shapes.ts';
import type { FormEngines } from '#questionnaires/engine/engine-types.ts';
import { displayText } from '#questionnaires/reading/display-text.ts';
import { questionsOf } from '#questionnaires/reading/questions.ts';
import { readAnswers, readable } from '#questionnaires/reading/read-answers.ts';
import { emptyRoom } from '#questionnaires/reading/room.ts';
import { findVersion } from '#templates/index.ts';

export interface ToldAnswer {
  readonly text: string;
  /** True: only the beginning. */
  readonly isCut?: true;
}

export interface ToldCorrection {
  readonly id: string;
  readonly at: string;
  readonly actor?: { readonly id: string; readonly name?: string };
  readonly field: string;
  readonly title: string;
  /** Undefined, with `to`, while the form hides the question. */
  readonly from?: ToldAnswer;
  readonly to?: ToldAnswer;
}

interface Deps {
  readonly db: Database;
  readonly engine: Pick<FormEngines, 'of'>;
}

/**
 * Returns corrections as people read them. The answers are shown to those, and as long as, the form shows the present
 * answer to the question.
 * @param longest the most characters of an answer; undefined: it is shown whole
 * @throws AppError `busy`
 */
export async function describeCorrections(
  { db, engine }: Deps,
  form: Form,
  corrections: readonly ListedCorrection[],
  { locale: wanted, longest }: { readonly locale?: Locale | undefined; readonly longest?: number },
): Promise<readonly ToldCorrection[]> {
  const { accountId, templateVersionId } = form;
  if (corrections.length === 0) return [];
  const version = await findVersion(db.reader, accountId, templateVersionId);
  const definition = version?.definition ?? {};
  const prepared = readable(definition, wanted);
  const { locale } = prepared;
  const timeZone = await readTimeZone(db.reader, accountId);
  const read = await readAnswers({ engine: engine.of(accountId), timeZone }, prepared, form);
  const states = new Map(read.answers.map(({ name, state }) => [name, state]));
  const questions = new Map(questionsOf(definition, locale).map((each) => [each.name, each]));
  const room = emptyRoom();
  const tell = (field: string, answers: JsonObject): ToldAnswer => {
    const [value, typed] = [member(answers, field), member(answers, commentName(field))];
    if (value === undefined || value === null) return { text: '' };
    const question = questions.get(field);
    const comment = typeof typed === 'string' ? typed : undefined;
    const text = question ? displayText(question, value, locale, room, comment) : textOf(value);
    return longest === undefined || text.length <= longest
      ? { text }
      : { text: `${text.slice(0, longest - 1).toWellFormed()}…`, isCut: true };
  };
  const actors = corrections.flatMap(({ actorUserId }) => actorUserId ?? []);
  const names = await readNames(db.reader, accountId, actors);
  return corrections.map(({ id, at, field, before, after, actorUserId }) => {
    const name = actorUserId === undefined ? undefined : names.get(actorUserId);
    return {
      id,
      at: new Date(at).toISOString(),
      ...(actorUserId !== undefined && {
        actor: { id: actorUserId, ...(name !== undefined && { name }) },
      }),
      field,
      title: questions.get(field)?.title ?? field,
      ...(states.get(field) !== 'hidden' && {
        from: tell(field, before),
        to: tell(field, after),
      }),
    };
  });
}
