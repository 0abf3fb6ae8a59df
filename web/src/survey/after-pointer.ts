// Messages that appear when a field is left must not move the screen under a finger: a button that moves between press
// and release gets no click.

let isDown = false;
const options = { capture: true, passive: true } as const;
const note = ({ type }: Event) => {
  isDown = type === 'pointerdown';
};
for (const event of ['pointerdown', 'pointerup', 'pointercancel']) {
  addEventListener(event, note, options);
}

/** Runs `act` soon, but not before a press that has begun is over and its click has been handled. */
export function afterPointer(act: () => void): void {
  if (!isDown) {
    setTimeout(act);
    return;
  }
  const listening = new AbortController();
  const over = () => {
    listening.abort();
    setTimeout(act);
  };
  for (const event of ['pointerup', 'pointercancel']) {
    addEventListener(event, over, { ...options, signal: listening.signal });
  }
}
