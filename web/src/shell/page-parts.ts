import { lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from '#web/locales/areas.ts';
import { loadTexts } from '#web/texts/i18n.ts';

/**
 * Makes a component that is loaded when it is first shown, together with its texts: `areas` must name all texts that it
 * and its parts use.
 */
export const page = <Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  areas: readonly Area[],
) =>
  lazyRouteComponent(async () => {
    const [module] = await Promise.all([load(), loadTexts(areas)]);
    return module;
  }, name);
