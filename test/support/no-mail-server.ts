/** Mail is offered, and none arrives: nobody listens there. */
export const NO_MAIL_SERVER = {
  FORMSTEAD_SMTP_URL: 'smtps://mail.invalid:465',
  FORMSTEAD_MAIL_FROM: 'Formstead <forms@formstead.example>',
} as const;
