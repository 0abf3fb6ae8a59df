// The keys that do something on every page.

const STORED_AS = 'single-keys';

const isMac = /mac|iphone|ipad/i.test(navigator.platform);
/** `control` is what the language calls that key. */
export const paletteKeys = (control: string): string => (isMac ? '⌘ K' : `${control} K`);

/**
 * Whether `/` and `?` do something by themselves. People who dictate press them by accident, so they can be turned off
 * (WCAG 2.2, 2.1.4).
 */
export const usesSingleKeys = (): boolean => localStorage.getItem(STORED_AS) !== 'off';

export function setSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORED_AS);
  else localStorage.setItem(STORED_AS, 'off');
}

/** What a key asks for; undefined where it is typed, or belongs to a dialog that is open. */
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

/** @returns whether the page has a search */
export function focusSearch(): boolean {
  const field = document.querySelector('main input[type=search]');
  if (!(field instanceof HTMLInputElement)) return false;
  field.focus();
  field.select();
  return true;
}
