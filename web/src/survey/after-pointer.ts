// What is said when a field is left must not move the page under a finger: a button that moves between
// pressing and releasing is not clicked.

let isDown = false;
const options = { capture: true, passive: true } as const;
const note = ({ type }: Event) => {
  isDown = type === 'pointerdown';
};
for (const event of ['pointerdown', 'pointerup', 'pointercancel']) {
  addEventListener(event, note, options);
}

/** Soon, and not before a press that has begun is over and what it clicks has heard of it. */
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
