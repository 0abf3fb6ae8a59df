import type { EngineOptions, EngineResult, FormEngine } from '#forms/engine/engine-types.ts';
import { hiddenIn } from '#forms/engine/removed-answers.ts';
import type { JsonObject } from '#kernel/json.ts';
import { shapesOf } from './answer-shapes.ts';
import { type AnswerFault, type FileReference, guardAnswers, MAX_FAULTS } from './guard-answers.ts';

export interface Whole extends Pick<EngineResult, 'answers' | 'removed'> {
  /** Everything that keeps a form from being completed. */
  readonly faults: readonly AnswerFault[];
  /** That the answers name. */
  readonly files: readonly FileReference[];
}

/**
 * Answers as completing leaves them, and what is wrong with them: our own rules and those of the engine, each place told
 * once. What is wrong where nothing is shown is nobody's to correct: it goes.
 */
export async function checkWhole(
  engine: Pick<FormEngine, 'check'>,
  definition: JsonObject,
  given: JsonObject,
  options: EngineOptions,
): Promise<Whole> {
  const guarded = guardAnswers(shapesOf(definition), given);
  const { answers, removed, hidden, faults } = await engine.check(
    definition,
    guarded.answers,
    options,
  );
  const isHidden = hiddenIn(hidden);
  const own = guarded.faults.filter(({ at }) => !isHidden(at));
  const isOwn = faultOf(own);
  const told = [
    ...own,
    // Where both have something to say, ours is about what was sent; the engine misses what it took away.
    ...faults.filter(({ at }) => !isOwn(at)),
  ];
  const taken = removed.filter(({ at }) => !isOwn(at));
  const files = guarded.files.filter(({ at }) => !isHidden(at));
  return { answers, removed: taken, faults: inOrder(told, definition).slice(0, MAX_FAULTS), files };
}

const faultOf = (faults: readonly AnswerFault[]): ((at: string) => boolean) => {
  const places = new Set(faults.map(({ at }) => at));
  return (at) => places.has(at);
};

/** As the form asks: the first fault is where somebody begins to correct. */
function inOrder(faults: readonly AnswerFault[], definition: JsonObject): readonly AnswerFault[] {
  const order = new Map([...shapesOf(definition).keys()].map((name, i) => [name, i]));
  const rank = ({ field }: AnswerFault) => order.get(field) ?? -1;
  return faults.toSorted((a, b) => rank(a) - rank(b));
}
