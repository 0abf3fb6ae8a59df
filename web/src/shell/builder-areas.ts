import type { Area } from '#web/locales/areas.ts';

/** The texts of the builder, which shows most of what a form can be. */
export const OF_BUILDER: readonly Area[] = [
  'publicLinks',
  'templates',
  'rights',
  'series',
  'rules',
  'builder',
  'fields',
  'fill',
  'outline',
  'translating',
  'appearance',
  'trial',
  'survey',
];
