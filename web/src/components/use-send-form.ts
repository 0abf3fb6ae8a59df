import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { type FormEvent, useEffect, useState } from 'react';
import { ApiError } from '#web/api/client.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { findField, focusFirstFault } from './focus-field.ts';
import { problemText } from './problem.tsx';
import { useUnsaved } from './unsaved.ts';
import { useAct } from './use-act.ts';

interface SendFormInput<Values, Output>
  extends Pick<UseFormInput<Values>, 'validate' | 'validateInputOnBlur'> {
  /** Named like the members of the request, so that a refusal finds the field that it is about. */
  readonly initialValues: Values;
  /** `changes`: the values that differ from what is stored, so that what others change meanwhile can stay. */
  readonly send: (values: Values, changes: Partial<Values>) => Promise<Output>;
  readonly done?: (output: Output) => void | Promise<void>;
  /** The values are not worth a question before the screen is left, such as a password. */
  readonly isFleeting?: boolean;
}

/** The members of a form that `SendForm` uses. */
export interface Sending {
  submit(event?: FormEvent<HTMLFormElement>): void;
  readonly isRunning: boolean;
  /** An error that belongs to no field. */
  readonly problem: Error | undefined;
}

/**
 * A form that is sent as a whole. Its own faults and refusals of the server are shown at the field that they are about,
 * which gets the focus, as long as the screen shows that field. Leaving the screen with unsent changes asks first. Initial
 * values that change, because somebody else has saved, are shown in the fields that were not changed here.
 */
export function useSendForm<Values extends object, Output>({
  send,
  done,
  isFleeting = false,
  ...input
}: SendFormInput<Values, Output>): UseFormReturnType<Values> & Sending {
  const { t } = useTranslation();
  /** The refusal that is shown at its field. */
  const [told, setTold] = useState<Error>();
  const form = useForm<Values>(input);
  /** The values as they are stored. */
  const [base, setBase] = useState(input.initialValues);
  const forget = useUnsaved(form.isDirty() && !isFleeting);
  const act = useAct(async (values: Values) => {
    try {
      const output = await send(values, changesOf(base, values));
      form.resetDirty(values);
      setBase(values);
      // Input that was typed while the form was being sent is still unsaved.
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
  /** The initial values that were last adopted. */
  const [adopted, setAdopted] = useState(input.initialValues);
  const { initialValues } = input;
  useEffect(() => {
    if (act.isRunning) return;
    const news = changesOf(adopted, initialValues);
    if (Object.keys(news).length === 0) return;
    const shown = { ...news };
    for (const key in news) if (form.isDirty(key)) delete shown[key];
    const stored = { ...base, ...news };
    setAdopted(initialValues);
    setBase(stored);
    form.setInitialValues(stored);
    form.setValues(shown);
  });
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

/** Returns the members of `values` that are not as in `base`. */
function changesOf<Values extends object>(base: Values, values: Values): Partial<Values> {
  const changes: Partial<Values> = {};
  for (const key in values) {
    if (!isSame(values[key], base[key])) changes[key] = values[key];
  }
  return changes;
}

/** Compares values of fields: texts, numbers, and lists and objects of them. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
