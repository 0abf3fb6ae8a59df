/** Returns the input of a field by its `data-path`; undefined when the screen does not show that field. */
export function findField(name: string): HTMLElement | undefined {
  const fields = document.querySelectorAll<HTMLElement>(`[data-path="${CSS.escape(name)}"]`);
  // A dialog comes after the screen in the document, and that may have a field of the same name.
  return fields[fields.length - 1];
}

/** Moves the focus to a field that has a fault. */
export function focusField(name: string | undefined): void {
  const field = name === undefined ? undefined : findField(name);
  // In a group of options the first input that can have it takes the focus.
  (field?.querySelector<HTMLElement>('input') ?? field)?.focus();
}

/** A handler for `form.onSubmit` that moves the focus to the first field with a fault. */
export const focusFirstFault = (faults: object): void => focusField(Object.keys(faults)[0]);
