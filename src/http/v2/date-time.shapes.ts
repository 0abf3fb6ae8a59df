import { Type } from 'typebox';

export const DATE_TIME = Type.String({
  description: 'ISO 8601 with seven fractional digits and a numeric offset.',
  examples: ['2026-01-31T09:05:00.0000000+00:00'],
});
