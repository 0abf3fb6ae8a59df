import type { EndpointDoc } from '#http/endpoint.ts';

/** How endpoints that write answers describe their refusals for lack of room. */
export const ANSWERS_FULL: EndpointDoc['responses'] = {
  429: {
    description:
      'Too many requests, or the acting user has added as much to forms as is possible in a day (`answers-of-day-full`).',
    codes: ['answers-of-day-full'],
  },
  507: {
    description:
      'The answers of the account have reached their limit. `used` and `limit` are in bytes. Forms can still be read, completed and deleted.',
    codes: ['answers-full'],
  },
};

/** The same for endpoints that also create forms. */
export const FORMS_FULL: EndpointDoc['responses'] = {
  ...ANSWERS_FULL,
  507: {
    description:
      'The account has reached its limit of forms (`forms-full`) or of answers (`answers-full`). Existing forms can still be read, completed and deleted.',
    codes: ['forms-full', 'answers-full'],
  },
};
