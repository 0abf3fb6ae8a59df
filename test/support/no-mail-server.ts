/** Settings that enable mail, but with a server that does not exist, so that no mail arrives. */
export const NO_MAIL_SERVER = {
  FORMSTEAD_SMTP_URL: 'smtps://mail.invalid:465',
  FORMSTEAD_MAIL_FROM: 'Formstead <forms@formstead.example>',
} as const;
