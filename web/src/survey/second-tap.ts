/** Two taps within this time are one double tap, in milliseconds. */
const TOGETHER_MS = 500;

/**
 * Keeps a choice of several that is double-clicked or double-tapped: its second click would take it away again. A later
 * click still does, and so do keys.
 * @param form the element around the form
 */
export function keepDoubleTapped(form: HTMLElement): void {
  let chosen: HTMLElement | undefined;
  let chosenAt = 0;
  const hear = (event: MouseEvent): void => {
    const { target, timeStamp } = event;
    const control = target instanceof Element ? target.closest('label')?.control : undefined;
    // A label passes its click on to its input, which then is the target.
    if (!(control instanceof HTMLInputElement) || target === control) return;
    if (control.type !== 'checkbox') return;
    if (!control.checked) {
      chosen = control;
      chosenAt = timeStamp;
    } else if (control === chosen && timeStamp - chosenAt < TOGETHER_MS) event.preventDefault();
  };
  form.addEventListener('click', hear, true);
}
