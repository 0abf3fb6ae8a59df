// The texts of the pages in the language that is shown, for components.
import { useSyncExternalStore } from 'react';
import { onLanguage, shownTranslation, type Translation } from './text-store.ts';

export { type TFunction, texts, textsIn } from './text-store.ts';

/** Renders a component again when another language is shown. */
export const useTranslation = (): Translation => useSyncExternalStore(onLanguage, shownTranslation);
