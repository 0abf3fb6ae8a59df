export const alerts = {
  alerts: {
    title: 'Needs your attention',
    since: 'since',
    ends: 'ends',
    ended: 'ended',
    'mail-fails': 'Mail cannot be sent: {{reason}}.',
    'provisioning-fails':
      'Provisioning fails: the last request of your identity provider was answered with {{reason}}.',
    'webhook-off': 'The webhook “{{name}}” was turned off, because its receiver took no messages.',
    'files-fill-up': 'The files of your organisation take {{reason}} of what they may.',
    'forms-fill-up': 'Your organisation has {{reason}} of the forms it may have.',
    'certificate-ends':
      'The certificate of this service has to be replaced. The people who run the service can replace its files.',
    'credential-ends': 'The credential “{{name}}” needs a new secret.',
    mend: {
      'mail-fails': 'Send a test mail',
      'provisioning-fails': 'Open the provisioning log',
      'webhook-off': 'Open the webhook',
      'files-fill-up': 'See what is used',
      'forms-fill-up': 'See what is used',
      'credential-ends': 'Open the credentials',
    },
  },
} as const;
