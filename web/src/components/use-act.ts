import { useLayoutEffect, useRef, useState } from 'react';
import { ApiError } from '#web/api/client.ts';
import { Declined } from '#web/api/confirmation.ts';
import { tellFailure } from '#web/api/failures.ts';
import { focusField } from './focus-field.ts';

interface Act<Input> {
  run(input: Input): void;
  readonly isRunning: boolean;
  readonly problem: Error | undefined;
}

/**
 * Runs a request, and ignores further calls until it has settled. A refusal moves the focus to the field that it names.
 */
export function useAct<Input, Output>(
  send: (input: Input) => Promise<Output>,
  done?: (output: Output) => void | Promise<void>,
): Act<Input> {
  const isBusy = useRef(false);
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<Error>();
  // What is done at the end is what the page shows then.
  const latest = useRef(done);
  useLayoutEffect(() => {
    latest.current = done;
  });
  const perform = async (input: Input): Promise<void> => {
    try {
      const output = await send(input);
      await latest.current?.(output);
    } catch (cause) {
      const failure = cause instanceof Error ? cause : new Error(String(cause));
      tellFailure(failure);
      focusField(failure instanceof ApiError ? failure.at : undefined);
      if (!(failure instanceof Declined)) setProblem(failure);
    } finally {
      isBusy.current = false;
      setRunning(false);
    }
  };
  const run = (input: Input) => {
    if (isBusy.current) return; // the second click of a double click, before the button is disabled
    isBusy.current = true;
    setRunning(true);
    setProblem(undefined);
    void perform(input);
  };
  return { run, isRunning, problem };
}
