// Decides whether a form may be completed, and names what prevents it: answers that are missing or wrong, questions
// that nobody has seen, and faults that the server finds.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Model, Question } from 'survey-core';
import type { Fault } from '#web/api/answer-fault.ts';
import type { Takings } from '#web/files/form-files.ts';
import { useFaultWords } from '#web/kinds/fault-words.ts';
import { completing } from '#web/offline/completing.ts';
import type { Device } from '#web/offline/device.ts';
import type { Draft } from '#web/offline/draft.ts';
import { fieldWithFocus } from './fields-in-use.ts';
import { type Left, leftIn } from './left.ts';
import type { Seen } from './seen.ts';

interface Shown {
  readonly model: Model;
  readonly seen: Seen;
}

interface Completion {
  /** Completes the form, or reports what prevents it and moves the focus to the first missing answer. */
  complete(): void;
  /** Undefined: nothing is known to prevent completion. */
  readonly left: Left | undefined;
  /** Files are being prepared, after which it completes the form. */
  readonly isHeld: boolean;
  /** The device could not store that the form is to be completed: it may be full. */
  readonly hasFailed: boolean;
}

export function useCompletion(
  device: Device,
  { formId, problem, edits }: Draft,
  shown: { readonly current: Shown | undefined },
  settled: () => Promise<boolean>,
  takings: Takings,
): Completion {
  const [left, setLeft] = useState<Left>();
  const [isHeld, setHeld] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const faults = problem?.step === 'complete' ? problem.faults : NO_FAULTS;
  const asked = useRef<number>(undefined);
  const wordsOf = useFaultWords();
  const showFaults = useEffectEvent((made: Model) => {
    const said = faults.map((each) => ({ ...each, text: wordsOf(each) }));
    const [first] = faultsIn(made, said);
    // Moves to another part if necessary, unless the person has typed since and is elsewhere by now.
    if (first !== undefined && asked.current === edits) made.focusQuestion(first.name);
  });
  useEffect(() => {
    if (shown.current !== undefined && faults.length > 0) showFaults(shown.current.model);
  }, [shown, faults]);
  const ask = async () => {
    // If the device could not store something, the form would be completed without it.
    if (!(await settled())) return;
    try {
      const now = await device.store.update(formId, (kept) => completing(kept, Date.now()));
      asked.current = now?.edits;
      setFailed(false);
    } catch {
      return setFailed(true);
    }
    await device.sendNow();
  };
  const complete = async () => {
    // Not every browser moves the focus away from a field when a button is touched.
    fieldWithFocus()?.blur();
    if (!takings.isEmpty()) {
      setHeld(true);
      const missed = await takings.settled();
      setHeld(false);
      // The question says why. Without its file the form would be completed unlike its person meant it.
      if (missed !== undefined) return missed.focus();
    }
    if (shown.current === undefined) return;
    const { model, seen } = shown.current;
    const found = leftIn(model, seen);
    setLeft(found);
    if (found === undefined) await ask();
  };
  return { complete: () => void complete(), left, isHeld, hasFailed };
}

const NO_FAULTS: readonly Fault[] = [];

/** Adds the server's faults to the questions that they are about. @returns those questions */
const faultsIn = (model: Model, faults: readonly Fault[]): readonly Question[] =>
  faults.flatMap(({ at, text }) => {
    const question = model.getQuestionByName(at.replace(/[.[].*$/s, ''));
    question?.addError(text);
    return question ?? [];
  });
