export const alerts = {
  alerts: {
    title: 'Needs your attention',
    since: 'Started',
    ends: 'Expires',
    ended: 'Expired',
    'mail-fails': 'Formstead cannot send emails. The mail server answered: {{reason}}.',
    'provisioning-fails':
      'Provisioning is failing: the last request of your identity provider got status {{reason}}.',
    'roles-lost':
      'The group “{{name}}”, which gave a role, was deleted. People who lost a role: {{reason}}.',
    'webhook-off': 'The webhook “{{name}}” was turned off because its receiver rejected messages.',
    'files-damaged':
      'Stored files are damaged: {{reason}} so far. Ask the operator to put them back from a backup.',
    'files-fill-up': 'Your organisation uses {{reason}} of its file storage.',
    'forms-fill-up': 'Your organisation uses {{reason}} of its form limit.',
    'answers-fill-up': 'Your organisation uses {{reason}} of its storage for answers.',
    'certificate-ends':
      'The certificate of this service must be replaced. Ask the operator to replace its files.',
    'sign-in-certificate-ends':
      'The identity provider “{{name}}” needs a new certificate for signing in.',
    'credential-ends': 'The credential “{{name}}” needs a new secret.',
    mend: {
      'mail-fails': 'Send test email',
      'provisioning-fails': 'View provisioning log',
      'roles-lost': 'View provisioning',
      'webhook-off': 'View webhook',
      'files-damaged': 'View forms',
      'files-fill-up': 'View usage',
      'forms-fill-up': 'View usage',
      'answers-fill-up': 'View usage',
      'sign-in-certificate-ends': 'View connection',
      'credential-ends': 'View credentials',
    },
  },
} as const;
