import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../api/client.ts';
import { useTranslation } from '../texts.ts';
import { findField, focusFirstFault } from './focus-field.ts';
import { problemText } from './problem.tsx';
import { useUnsaved } from './unsaved.ts';
import { useAct } from './use-act.ts';

interface SendFormInput<Values, Output> extends Pick<UseFormInput<Values>, 'validate'> {
  /** Named as the server names its members, so that a refusal finds the field that it is about. */
  readonly initialValues: Values;
  readonly send: (values: Values) => Promise<Output>;
  readonly done?: (output: Output) => void | Promise<void>;
  /** Nothing is lost with what is typed, such as a password. */
  readonly isFleeting?: boolean;
}

/** What `SendForm` needs of a form. */
export interface Sending {
  submit(event?: FormEvent<HTMLFormElement>): void;
  readonly isRunning: boolean;
  /** What belongs to no field. */
  readonly problem: Error | undefined;
}

/**
 * A form that is sent as a whole. Its own faults, and a refusal of the server, stand at the field that they are about and
 * give it the focus, as long as the page shows that field; leaving the page is asked about while something in it is not sent.
 */
export function useSendForm<Values extends object, Output>({
  send,
  done,
  isFleeting = false,
  ...input
}: SendFormInput<Values, Output>): UseFormReturnType<Values> & Sending {
  const { t } = useTranslation();
  /** The refusal that stands at its field. */
  const [told, setTold] = useState<Error>();
  const form = useForm<Values>(input);
  const forget = useUnsaved(form.isDirty() && !isFleeting);
  const act = useAct(async (values: Values) => {
    try {
      const output = await send(values);
      form.resetDirty(values);
      // What somebody typed while it was sent is still unsaved.
      if (!form.isDirty()) forget();
      return output;
    } catch (error) {
      if (isAtField(error)) {
        form.setFieldError(error.at, problemText(error, t));
        setTold(error);
      }
      throw error;
    }
  }, done);
  const isAtField = (error: unknown): error is ApiError & { readonly at: string } =>
    error instanceof ApiError &&
    error.at !== undefined &&
    Object.hasOwn(form.values, error.at) &&
    findField(error.at) !== undefined;
  return {
    ...form,
    submit: form.onSubmit(act.run, focusFirstFault),
    isRunning: act.isRunning,
    problem: act.problem === told ? undefined : act.problem,
  };
}
