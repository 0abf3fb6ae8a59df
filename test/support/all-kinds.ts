import type { JsonObject } from '#kernel/json.ts';

/** A template with a field of every kind that /v2 distinguishes. */
export const ALL_KINDS: JsonObject = {
  pages: [
    {
      name: 'p1',
      elements: [
        { type: 'text', name: 'site', title: 'Site', isRequired: true },
        { type: 'text', name: 'count', inputType: 'number' },
        { type: 'text', name: 'day', inputType: 'date' },
        { type: 'boolean', name: 'ok' },
        {
          type: 'panel',
          name: 'more',
          elements: [
            {
              type: 'dropdown',
              name: 'state',
              choices: [{ value: 'g', text: 'Good' }, 'bad'],
            },
            { type: 'checkbox', name: 'tools', choices: ['saw', 'axe'] },
          ],
        },
        {
          type: 'matrixdynamic',
          name: 'parts',
          columns: [{ name: 'part', cellType: 'text' }],
        },
        { type: 'signaturepad', name: 'sign' },
        { type: 'file', name: 'photo', acceptedTypes: 'image/*' },
        { type: 'text', name: 'fixed', readOnly: true },
        { type: 'expression', name: 'twice', expression: '{count} * 2' },
      ],
    },
  ],
};

/** A picture of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
