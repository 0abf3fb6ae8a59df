import { type ComponentType, lazy } from 'react';
import type { Area } from '#web/locales/areas.ts';
import { loadTexts } from '#web/texts/i18n.ts';

const PAUSE_MS = 3000;

/**
 * A part of a page that is loaded when it is first shown, by its name in a module, with its texts: those of `areas`. A
 * failed load is tried again. If it threw, a moment without a network would take down the page, with all that is typed
 * there.
 */
export function late<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
  areas: readonly Area[] = [],
) {
  const attempt = (): Promise<{ default: ComponentType<Props> }> =>
    Promise.all([load(), loadTexts(areas)]).then(
      ([module]) => ({ default: module[name] }),
      () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS)).then(attempt),
    );
  return lazy(attempt);
}
