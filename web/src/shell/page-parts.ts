import { lazyRouteComponent } from '@tanstack/react-router';
import { loadTexts } from '../i18n.ts';
import type { Area } from '../locales/areas.ts';

/** What is loaded when it is first shown, with its texts beside it: `areas` are all that it and its parts speak of. */
export const page = <Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  areas: readonly Area[],
) =>
  lazyRouteComponent(async () => {
    const [module] = await Promise.all([load(), loadTexts(areas)]);
    return module;
  }, name);
