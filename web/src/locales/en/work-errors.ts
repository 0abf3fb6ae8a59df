/** Refusals of assignments and of what they are made from, by code. */
export const workErrors = {
  'assignment-state':
    'The assignment was done, declined or cancelled meanwhile, or somebody else has begun it.',
  'reminded-already': 'There was a reminder of this within a day. Try again tomorrow.',
  'nobody-reached':
    'No mail reaches this person or group: there is no active user with an email address.',
  'reference-used':
    'You have sent another assignment with this reference. Choose another reference.',
  'unknown-assignee': 'The person or group to assign the form to does not exist.',
  'template-state':
    'The template is not in a state in which this is possible. It is not published, or was archived.',
} as const;
