import { type ChangeEvent, type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '#web/api/client.ts';
import { findField, focusFirstFault } from '#web/components/focus-field.ts';
import { problemText } from '#web/components/problem.tsx';
import { useAct } from '#web/components/use-act.ts';
import type { Sending } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** Of texts, by the names that the server has for them. */
type Values<Name extends string> = Readonly<Record<Name, string>>;
type Faults = Readonly<Record<string, string>>;

interface FrontFormInput<Name extends string, Output> {
  readonly initialValues: Values<Name>;
  /** Returns what is wrong with a field, in words; null for nothing. */
  readonly validate?: Readonly<Partial<Record<Name, (value: string) => string | null>>>;
  readonly send: (values: Values<Name>) => Promise<Output>;
  readonly done?: (output: Output) => void | Promise<void>;
}

interface FrontForm<Name extends string> extends Sending {
  readonly values: Values<Name>;
  /** Everything that makes an input the one for a field. */
  getInputProps(name: Name): {
    readonly value: string;
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
    readonly error: string | undefined;
    readonly 'data-path': string;
  };
}

/**
 * A form of texts on a page before the sign-in: what {@link useSendForm} is to the app, without the library for large
 * forms. A fault, and a refusal of the server, stand at the field that they are about and give it the focus.
 */
export function useFrontForm<Name extends string, Output>({
  initialValues,
  validate,
  send,
  done,
}: FrontFormInput<Name, Output>): FrontForm<Name> {
  const { t } = useTranslation();
  const [values, setValues] = useState<Values<Name>>(initialValues);
  const [faults, setFaults] = useState<Faults>({});
  /** The refusal that stands at its field. */
  const [told, setTold] = useState<Error>();
  const isAtField = (error: unknown): error is ApiError & { readonly at: string } =>
    error instanceof ApiError &&
    error.at !== undefined &&
    Object.hasOwn(values, error.at) &&
    findField(error.at) !== undefined;
  const act = useAct(async (sent: Values<Name>) => {
    try {
      return await send(sent);
    } catch (error) {
      if (isAtField(error)) {
        setFaults({ [error.at]: problemText(error, t) });
        setTold(error);
      }
      throw error;
    }
  }, done);
  const check = (): Faults => {
    const checks: Readonly<Record<string, ((value: string) => string | null) | undefined>> =
      validate ?? {};
    return Object.fromEntries(
      Object.entries<string>(values).flatMap(([name, value]) => {
        const fault = checks[name]?.(value) ?? null;
        return fault === null ? [] : [[name, fault]];
      }),
    );
  };
  const submit = (event?: FormEvent<HTMLFormElement>) => {
    event?.preventDefault();
    const found = check();
    flushSync(() => setFaults(found));
    if (Object.keys(found).length > 0) focusFirstFault(found);
    else act.run(values);
  };
  return {
    values,
    submit,
    isRunning: act.isRunning,
    problem: act.problem === told ? undefined : act.problem,
    getInputProps: (name) => ({
      value: values[name],
      onChange({ currentTarget: { value } }) {
        setValues((current) => ({ ...current, [name]: value }));
        setFaults(({ [name]: _, ...others }) => others);
      },
      error: faults[name],
      'data-path': name,
    }),
  };
}
