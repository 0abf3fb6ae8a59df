// Asks the service worker to keep the screens of fields that only some forms have. They are not among the files that
// every device loads in advance, and a form that is kept on this device needs them without a network.

/** The names of the types with those of the built files: `src/kinds/location-screen.tsx`. */
const KINDS: ReadonlyMap<unknown, string> = new Map([
  ['location', 'location'],
  ['barcode', 'barcode'],
  ['sketch', 'sketch'],
  ['sharedlist', 'sharedlist'],
  ['person', 'sharedlist'],
  ['imagepicker', 'choices'],
  ['ranking', 'choices'],
  ['slider', 'choices'],
  ['heading', 'instructions'],
  ['instructions', 'instructions'],
]);

/** Called with the definitions that this device keeps. It asks in the background, and a file that is kept already costs nothing. */
export function keepKindsOf(definitions: readonly unknown[]): void {
  const kinds = new Set<string>();
  for (const definition of definitions) collect(definition, kinds);
  // The browser's own reader of barcodes makes ours superfluous, which is a megabyte.
  if (kinds.has('barcode') && !('BarcodeDetector' in window)) kinds.add('code-reader');
  if (kinds.size === 0 || !('serviceWorker' in navigator)) return;
  void navigator.serviceWorker.ready.then(({ active }) =>
    active?.postMessage({ keepKinds: [...kinds] }),
  );
}

function collect(value: unknown, kinds: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  // The cells of a table have a type of their own.
  for (const property of ['type', 'cellType']) {
    const kind = KINDS.get(Reflect.get(value, property));
    if (kind !== undefined) kinds.add(kind);
  }
  for (const inner of Object.values(value)) collect(inner, kinds);
}
