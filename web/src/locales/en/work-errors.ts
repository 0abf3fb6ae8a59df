/** Refusals of assignments and of what they are made from, by code. */
export const workErrors = {
  'assignment-state':
    'The assignment was done, declined or cancelled meanwhile, or somebody else has begun it.',
  'reminded-already': 'There was a reminder of this within a day. Try again tomorrow.',
  'nobody-reached':
    'No email reaches this person or group: there is no active user with an email address.',
  'reference-used':
    'You have sent another assignment with this reference. Choose another reference.',
  'unknown-assignee': 'The person or group to assign the form to does not exist.',
  'template-state':
    'The template is not in a state in which this is possible. It is not published, or was archived.',
  'push-off': 'This installation pushes no news. Ask an admin.',
  'rule-off': 'The rule is turned off. Turn it on first.',
} as const;

/** Why work, a review or a rule is refused, by reason. */
export const workLosses = {
  'not-in-review': 'This form is not in review any more.',
  'remark-missing': 'Say what is to be corrected.',
  'signature-missing': 'This step is approved with a signature. Open the form and sign it.',
  'signature-unasked': 'No signature is asked for here.',
  'signature-unknown': 'Your signature was not stored. Sign the form again.',
  'no-declining': 'This work can’t be declined: its template does not allow it.',
  'reason-missing': 'Say why you reopen this form.',
  'right-see-all':
    'A rule reads all forms of its template. You need the right to see all of them. Ask a person who manages the template, or an admin.',
  'rule-webhook-admin':
    'Only an admin can have a rule call a webhook. Ask an admin to save this rule.',
  'rule-strangers-admin':
    'Only an admin can have a rule send email to addresses that strangers type. Ask an admin to save this rule.',
  'rule-form-ended': 'The form is complete at that point, so it can’t be handed on.',
  'rule-order': 'The rules changed in the meantime. Load them again, then change their order.',
  'unknown-view':
    'This saved view does not exist, or is not shared with you any more. Choose another one.',
  'no-bucket': 'This installation copies no exports into a bucket. Choose email.',
  'work-cancelled':
    'This work was cancelled meanwhile. What you entered is kept as a form of your own that is never due.',
  'work-declined':
    'This work was declined meanwhile. What you entered is kept as a form of your own that is never due.',
  'work-begun':
    'This work was started elsewhere meanwhile. What you entered is kept as a form of your own that is never due.',
  'work-assigned':
    'This work was handed on to someone else meanwhile. What you entered is kept as a form of your own that is never due.',
} as const;
