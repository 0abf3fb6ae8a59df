import { type AppError, fail } from '#kernel/errors.ts';

export const mailIsOff = (): AppError =>
  fail(
    'mail-off',
    'No mail server is set up. The operator can set FORMSTEAD_SMTP_URL and FORMSTEAD_MAIL_FROM.',
  );
