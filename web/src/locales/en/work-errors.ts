/** Refusals of assignments and of what they are made from, by code. */
export const workErrors = {
  'assignment-state':
    'The assignment was done, declined or cancelled meanwhile, or somebody else has begun it.',
  'reference-used':
    'You have sent another assignment with this reference. Choose another reference.',
  'unknown-assignee': 'The person or group to assign the form to does not exist.',
  'template-state':
    'The template is not in a state in which this is possible. It is not published, or was archived.',
} as const;
