import type { JsonObject } from '#kernel/json.ts';

/** A question with two rows and two columns, all of which are asked. */
export const LIKERT: JsonObject = {
  type: 'matrix',
  name: 'service',
  title: 'Our service',
  isRequired: true,
  eachRowRequired: true,
  columns: [
    { value: 'no', text: 'No' },
    { value: 'yes', text: 'Yes' },
  ],
  rows: [
    { value: 'fast', text: 'It was fast' },
    { value: 'kind', text: 'They were kind' },
  ],
};
