import { useEffect, useMemo, useState } from 'react';

/** A call of a function, a rule, entries that an answer counts, fixed rows, totals, steps, or a kind of its own. A text such as “item(s)” loads them for nothing. */
const NEEDED =
  /\w\(|panelCountExpression|"total|"(?:step|validators|matrix|matrixdropdown|imagepicker|ranking|slider)"/;

/** Whether they were loaded before. */
let areLoaded = false;

/**
 * Returns whether the engine has what a form needs. A form that ran without it would hide and store something else, so
 * a failure to load goes to the error boundary.
 */
export function useFormFunctions(definition: object): boolean {
  const isNeeded = useMemo(() => NEEDED.test(JSON.stringify(definition)), [definition]);
  const [state, setState] = useState<{ readonly error?: unknown }>();
  useEffect(() => {
    if (!isNeeded || areLoaded) return undefined;
    let isCurrent = true;
    import('./form-functions.ts').then(
      () => {
        areLoaded = true;
        if (isCurrent) setState({});
      },
      (error: unknown) => {
        if (isCurrent) setState({ error });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [isNeeded]);
  if (state?.error !== undefined) throw state.error;
  return !isNeeded || areLoaded;
}
