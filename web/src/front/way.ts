// Where somebody is among the pages before the sign-in, and the way on. These pages do without the router of the app, which
// a phone would have to load before it can show a field.
import { type MouseEvent, useSyncExternalStore } from 'react';

const MOVED = 'formstead:moved';

/** Not in the state of the history: the router of the app replaces that when it is loaded meanwhile. */
let carried: object | undefined;

/** Shows another screen of ours in this document. `state` goes along, unseen in the address. */
export function go(href: string, state?: object): void {
  carried = state;
  history.pushState(null, '', href);
  dispatchEvent(new Event(MOVED));
}

/** Returns what went along with the last way here. */
export const carriedState = (): object | undefined => carried;

/** Puts what a link to one of these pages does onto a link or a button that is one. */
export const linkTo = (href: string, state?: object) => ({
  href,
  onClick(event: MouseEvent): void {
    // Another tab or window is the matter of the browser.
    const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey);
    if (!isPlain) return;
    event.preventDefault();
    go(href, state);
  },
});

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener);
  addEventListener(MOVED, listener);
  return () => {
    removeEventListener('popstate', listener);
    removeEventListener(MOVED, listener);
  };
}

export const usePathname = (): string => useSyncExternalStore(subscribe, () => location.pathname);

/** With its question mark; empty when there is none. */
export const useSearchText = (): string => useSyncExternalStore(subscribe, () => location.search);

type Enter = (href: string) => Promise<void>;

let enterApp: Enter = async (href) => location.assign(href);

/** The app tells how it is entered: by starting it, or by its router where it runs already. */
export function enterBy(enter: Enter): void {
  enterApp = enter;
}

/** Leads into the app, in place of this page. */
export const enter = (href: string): Promise<void> => enterApp(href);
