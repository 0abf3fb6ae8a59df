/** Of the pages before the sign-in. */
export const FRONT_PATHS = [
  '/sign-in',
  '/forgotten-password',
  '/set-up',
  '/invitation',
  '/reset-password',
  '/unsubscribe',
  '/answer',
  '/help/basic-authentication',
  '/docs',
] as const;
