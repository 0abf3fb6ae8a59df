import { type ComponentType, lazy } from 'react';
import type { Area } from '#web/locales/areas.ts';
import { loadTexts } from '#web/texts/i18n.ts';

/** A part of a page before the sign-in that is loaded when it is first shown, with its texts: those of `areas`. */
export const part = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  areas: readonly Area[] = [],
) =>
  lazy(async () => {
    const [component] = await Promise.all([load(), loadTexts(areas)]);
    return { default: component };
  });
