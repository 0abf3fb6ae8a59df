import type { Alert } from './alert.ts';

/** Returns the path of the screen on which the cause of an alert can be fixed, with the part of it as the fragment. */
export function pathOf({ kind, subjectId = '' }: Pick<Alert, 'kind' | 'subjectId'>): string {
  switch (kind) {
    case 'mail-fails':
    case 'files-damaged':
    case 'files-fill-up':
    case 'forms-fill-up':
    case 'answers-fill-up':
      return '/settings/organisation';
    case 'provisioning-fails':
      return '/settings/provisioning/log';
    case 'roles-lost':
      return '/settings/provisioning';
    case 'webhook-off':
      return `/webhooks/${subjectId}`;
    case 'sign-in-certificate-ends':
      return `/settings/security#${subjectId}`;
    case 'credential-ends':
      return '/settings/credentials';
    case 'certificate-ends':
      return '/forms';
  }
}
