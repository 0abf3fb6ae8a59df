// Whether a form may be completed, and what still stands in the way: answers that are missing or wrong,
// questions that nobody has seen, and what the server finds in the end.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Model, Question } from 'survey-core';
import type { Device } from '../offline/device.ts';
import type { Draft, Fault } from '../offline/drafts.ts';
import { useFaultWords } from './fault-words.ts';
import type { Seen } from './seen.ts';

/** Questions to go to before the form is complete. */
export interface Left {
  /** `wrong`: an answer is missing or not right. `unseen`: nobody looked at it. */
  readonly why: 'wrong' | 'unseen';
  readonly questions: readonly Question[];
}

interface Shown {
  readonly model: Model;
  readonly seen: Seen;
}

interface Completion {
  /** Completes it, or says what is left, the first missing answer with the focus. */
  complete(): void;
  /** Undefined: nothing is known to be left. */
  readonly left: Left | undefined;
}

export function useCompletion(
  device: Device,
  { formId, problem, edits }: Draft,
  shown: { readonly current: Shown | undefined },
  settled: () => Promise<boolean>,
): Completion {
  const [left, setLeft] = useState<Left>();
  const faults = problem?.step === 'complete' ? problem.faults : NO_FAULTS;
  const asked = useRef<number>(undefined);
  const wordsOf = useFaultWords();
  const showFaults = useEffectEvent((made: Model) => {
    const said = faults.map((each) => ({ ...each, text: wordsOf(each) }));
    const [first] = faultsIn(made, said);
    // Also on another part of the form; but who has typed on since is elsewhere by now.
    if (first !== undefined && asked.current === edits) made.focusQuestion(first.name);
  });
  useEffect(() => {
    if (shown.current !== undefined && faults.length > 0) showFaults(shown.current.model);
  }, [shown, faults]);
  const ask = async () => {
    // Without what the device did not keep, it would be completed without that.
    if (!(await settled())) return;
    const now = await device.store.update(formId, (kept) => ({ ...kept, wantsCompletion: true }));
    asked.current = now?.edits;
    await device.sendNow();
  };
  const complete = () => {
    if (shown.current === undefined) return;
    const { model, seen } = shown.current;
    const found = leftIn(model, seen);
    setLeft(found);
    if (found === undefined) void ask();
  };
  return { complete, left };
}

function leftIn(model: Model, seen: Seen): Left | undefined {
  const isRight = model.validate(true, true);
  if (!isRight) return { why: 'wrong', questions: wrongIn(model) };
  const questions = seen.missed();
  if (questions.length === 0) return undefined;
  // They are named now: who asks again means it.
  seen.forgive();
  return { why: 'unseen', questions };
}

/** Also those within a table or a repeating section. */
const wrongIn = (model: Model): readonly Question[] =>
  model.getAllQuestions(true, false, true).filter(({ errors }) => errors.length > 0);

const NO_FAULTS: readonly Fault[] = [];

/** What the server found wrong, beside the questions that it is about. @returns those */
const faultsIn = (model: Model, faults: readonly Fault[]): readonly Question[] =>
  faults.flatMap(({ at, text }) => {
    const question = model.getQuestionByName(at.replace(/[.[].*$/s, ''));
    question?.addError(text);
    return question ?? [];
  });
