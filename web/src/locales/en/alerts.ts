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
    'certificate-ends':
      'The certificate of this service has to be replaced. The people who run the service can replace its files.',
    'credential-ends': 'The credential “{{name}}” needs a new secret.',
    mend: {
      'mail-fails': 'Send a test mail',
      'provisioning-fails': 'Open the provisioning log',
      'webhook-off': 'Open the webhook',
      'credential-ends': 'Open the credentials',
    },
  },
} as const;
