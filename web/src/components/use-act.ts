import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '../api/client.ts';
import { Declined } from '../identity/confirmation.ts';
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
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    onError: (failure) => focusField(failure instanceof ApiError ? failure.at : undefined),
    onSuccess: async (output: Output) => {
      await done?.(output);
    },
    onSettled: () => {
      isBusy.current = false;
    },
  });
  const run = (input: Input) => {
    if (isBusy.current) return; // the second click of a double click, before the button is disabled
    isBusy.current = true;
    mutate(input);
  };
  return {
    run,
    isRunning: isPending,
    problem: error === null || error instanceof Declined ? undefined : error,
  };
}
