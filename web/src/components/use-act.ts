import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/client.ts';
import { Declined } from '../identity/confirmation.ts';
import { focusField } from './focus-field.ts';
import { problemText } from './problem.tsx';

interface Act<Input> {
  run(input: Input): void;
  readonly isRunning: boolean;
  /** What to say beside the field of this name. */
  faultAt(field: string): string | undefined;
  /** What belongs to no field. */
  readonly problem: Error | undefined;
}

/** Sends what a form holds, and says of a refusal where it belongs. `fields` are those that can say it themselves. */
export function useAct<Input, Output>(
  fields: readonly string[],
  send: (input: Input) => Promise<Output>,
  done?: (output: Output) => void | Promise<void>,
): Act<Input> {
  const { t } = useTranslation();
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
    if (isBusy.current) return; // the second click of a double one, before the button is off
    isBusy.current = true;
    mutate(input);
  };
  const at = error instanceof ApiError ? error.at : undefined;
  const isAtField = at !== undefined && fields.includes(at);
  return {
    run,
    isRunning: isPending,
    faultAt: (field) => (isAtField && field === at && error ? problemText(error, t) : undefined),
    problem: error === null || isAtField || error instanceof Declined ? undefined : error,
  };
}
