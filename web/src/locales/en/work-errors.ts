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
  'rule-off': 'Turn the rule on first.',
} as const;

/** Why a form is not that of the work that it was begun for, and why a rule can't be saved. */
export const workLosses = {
  'right-see-all': 'You need the right to see all forms of this template.',
  'rule-webhook-admin': 'Only an admin can save a rule that calls a webhook.',
  'rule-form-ended': 'A complete form can’t be handed on.',
  'rule-order': 'The rules changed. Load them again.',
  'work-cancelled':
    'This work was cancelled meanwhile. What you entered is kept as a form of your own that is never due.',
  'work-declined':
    'This work was declined meanwhile. What you entered is kept as a form of your own that is never due.',
  'work-begun':
    'This work was started elsewhere meanwhile. What you entered is kept as a form of your own that is never due.',
  'work-assigned':
    'This work was handed on to someone else meanwhile. What you entered is kept as a form of your own that is never due.',
} as const;
