/** Refusals of public links, by code. */
export const linkErrors = {
  'public-links-off': 'Public links are turned off. An admin can turn them on under Organisation.',
  'public-link-unknown': 'This link does not exist. Copy all of it, including the part after #.',
  'public-link-early': 'This form is not open yet.',
  'public-link-paused': 'This form takes no answers at the moment. Try again later.',
  'public-link-ended': 'This form is closed and takes no more answers.',
  'public-link-full': 'This form has received as many answers as it takes.',
  'public-link-answered': 'You have already answered. Each browser can send this form once.',
  'public-link-code-needed': 'This form needs a code. Enter the one that you were given.',
  'public-link-code-refused': 'The code is wrong. Check it, then try again.',
  'proof-of-work-refused': 'The check against spam took too long. Send the form again.',
} as const;

/** Refusals by the limits of public links, by reason. */
export const linkLimits = {
  'link-sends-address':
    'Your internet connection has sent {{limit}} forms within {{minutes}} minutes, its limit. It ends in {{retryMinutes}} min.',
  'link-sends-site':
    'Your network has sent {{limit}} forms by this link within {{minutes}} minutes, its limit. It ends in {{retryMinutes}} min.',
  'link-sends':
    'This link has reached its limit of forms within {{minutes}} minutes, for all visitors together. It ends in {{retryMinutes}} min.',
  'link-searches-site':
    'Your network has searched {{limit}} times by this link within {{minutes}} minutes, its limit. It ends in {{retryMinutes}} min.',
  'link-searches':
    'This link has reached its limit of searches within {{minutes}} minutes, for all visitors together. It ends in {{retryMinutes}} min.',
  'link-uploads-address':
    'Your internet connection has uploaded {{limit}} files within {{minutes}} minutes, its limit. It ends in {{retryMinutes}} min.',
  'link-uploads-site':
    'Your network has uploaded {{limitSize}} by this link within a day, its limit. It ends in {{retryHours}} hours.',
  'link-uploads':
    'This link has reached its limit of files that no sent form has yet, for all visitors together. It ends in {{retryHours}} hours.',
  'link-uploads-day':
    'This link has received {{usedSize}} of files today, and its limit is {{limitSize}} a day, for all visitors together. The day ends in {{retryHours}} hours.',
  'link-codes-address':
    'Your internet connection has entered {{limit}} wrong codes within {{minutes}} minutes, its limit. It ends in {{retryMinutes}} min.',
  'link-codes-site':
    'Your network has reached its limit of {{limit}} codes within {{minutes}} minutes. It ends in {{retryMinutes}} min.',
  'link-codes':
    'This link has reached its limit of {{limit}} wrong codes within {{minutes}} minutes, for all visitors together. It ends in {{retryMinutes}} min.',
} as const;
