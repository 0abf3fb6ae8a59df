import type { JsonObject } from '#kernel/json.ts';
import type {
  EngineOptions,
  EngineResult,
  FormEngine,
} from '#questionnaires/engine/engine-types.ts';
import { hiddenIn } from '#questionnaires/engine/removed-answers.ts';
import { shapesOf } from './answer-shapes.ts';
import { type AnswerFault, type FileReference, guardAnswers, MAX_FAULTS } from './guard-answers.ts';
import { holdOffice } from './office-answers.ts';

export interface Whole extends Pick<EngineResult, 'answers' | 'removed'> {
  /** All faults that prevent completion. */
  readonly faults: readonly AnswerFault[];
  /** The files that the answers name. */
  readonly files: readonly FileReference[];
}

/**
 * Returns the answers as completion leaves them, with their faults: our own and those of the engine, at most one of the
 * two for each position. Faults in hidden questions are dropped: nobody can correct them, and their answers are
 * removed.
 * @param before the answers that the form has: those for office use stay as they are
 */
export async function checkWhole(
  engine: Pick<FormEngine, 'check'>,
  definition: JsonObject,
  given: JsonObject,
  options: EngineOptions,
  before: JsonObject = {},
): Promise<Whole> {
  const members = shapesOf(definition);
  const guarded = guardAnswers(members, given, undefined, undefined, before);
  const { answers, removed, hidden, faults } = await engine.check(
    definition,
    guarded.answers,
    options,
  );
  const isHidden = hiddenIn(hidden);
  const own = guarded.faults.filter(({ at }) => !isHidden(at));
  const isOwn = (at: string) => guarded.faulty.has(at) && !isHidden(at);
  const isOffice = ({ field }: { readonly field: string }) => members.get(field)?.office === true;
  const reported = [
    ...own,
    // Our fault about a position describes what was sent. The engine may only report an answer that the guard removed.
    ...faults.filter((each) => !isOwn(each.at) && !isOffice(each)),
  ];
  const taken = removed.filter((each) => !isOwn(each.at) && !isOffice(each));
  const files = guarded.files.filter(({ at }) => !isHidden(at));
  return {
    answers: { ...answers, ...holdOffice(members, {}, before).held },
    removed: taken,
    faults: inOrder(reported, definition).slice(0, MAX_FAULTS),
    files,
  };
}

/** Sorts faults in the order of the form, because people start to correct at the first one. */
function inOrder(faults: readonly AnswerFault[], definition: JsonObject): readonly AnswerFault[] {
  const order = new Map([...shapesOf(definition).keys()].map((name, i) => [name, i]));
  const rank = ({ field }: AnswerFault) => order.get(field) ?? -1;
  return faults.toSorted((a, b) => rank(a) - rank(b));
}
