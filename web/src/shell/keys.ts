// The keyboard shortcuts that work on every screen.

const STORED_AS = 'single-keys';

const isMac = /mac|iphone|ipad/i.test(navigator.platform);
/** `control` is what the language calls that key. */
export const paletteKeys = (control: string): string => (isMac ? '⌘ K' : `${control} K`);

/**
 * Returns whether `/` and `?` work as shortcuts. People who use speech input press them by accident, so they can be
 * turned off (WCAG 2.2, 2.1.4).
 */
export const usesSingleKeys = (): boolean => localStorage.getItem(STORED_AS) !== 'off';

export function setSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORED_AS);
  else localStorage.setItem(STORED_AS, 'off');
}

/**
 * Returns the action of a key; undefined for other keys and while a dialog is open. `/` and `?` do nothing while
 * somebody types into a field, or when they are turned off.
 */
export function wishOf(event: KeyboardEvent): 'palette' | 'search' | 'help' | undefined {
  const { key, altKey, ctrlKey, metaKey, target } = event;
  if (event.defaultPrevented || isInDialog()) return undefined;
  if (key.toLowerCase() === 'k' && (isMac ? metaKey : ctrlKey) && !altKey) return 'palette';
  if (altKey || ctrlKey || metaKey || isTyping(target) || !usesSingleKeys()) return undefined;
  if (key === '/') return 'search';
  return key === '?' ? 'help' : undefined;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select') !== null);

const isInDialog = (): boolean => document.querySelector('[role=dialog]') !== null;

/** Moves the focus to the search field. @returns whether the screen has one */
export function focusSearch(): boolean {
  const field = document.querySelector('main input[type=search]');
  if (!(field instanceof HTMLInputElement)) return false;
  field.focus();
  field.select();
  return true;
}
