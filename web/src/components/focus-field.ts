/** Inputs carry the name of their field. Undefined for one that the page does not show at present. */
export function findField(name: string): HTMLElement | undefined {
  const fields = document.querySelectorAll<HTMLElement>(`[data-path="${CSS.escape(name)}"]`);
  // A dialog comes after the page that it lies over, which may have a field of the same name.
  return fields[fields.length - 1];
}

/** Puts the focus where something is wrong. */
export function focusField(name: string | undefined): void {
  const field = name === undefined ? undefined : findField(name);
  // Of a group of choices it is the first one that can take it.
  (field?.querySelector<HTMLElement>('input') ?? field)?.focus();
}

/** For `form.onSubmit`: the first fault gets the focus. */
export const focusFirstFault = (faults: object): void => focusField(Object.keys(faults)[0]);
