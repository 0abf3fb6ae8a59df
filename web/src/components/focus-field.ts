/** Puts the focus where something is wrong. Inputs carry the name of their field. */
export function focusField(name: string | undefined): void {
  if (name === undefined) return;
  document.querySelector<HTMLElement>(`[data-path="${CSS.escape(name)}"]`)?.focus();
}

/** For `form.onSubmit`: the first fault gets the focus. */
export const focusFirstFault = (faults: object): void => focusField(Object.keys(faults)[0]);
