import type { Session } from '#sign-in/app-types.ts';
import { ASSIGNEES } from '#web/api/forms.ts';
import { queryClient } from '#web/api/query-client.ts';
import { TEMPLATES } from '#web/api/templates.ts';
import { USERS } from '#web/api/users.ts';
import { SAMPLE_USERS } from './sample-data.ts';

const SESSION: Session = {
  user: {
    id: 'usr_1',
    userName: 'maren.holt@alderbridge.example',
    displayName: 'Maren Holt',
    role: 'admin',
    origin: 'local',
    ssoOnly: false,
    hasPassword: true,
    passwordConfirms: true,
    hasPasskey: false,
    hasApp: false,
  },
  account: {
    id: 'acc_1',
    code: 'alder',
    name: 'Alder Bridge Works',
    timeZone: 'Europe/Berlin',
    maxFileBytes: 10_485_760,
    brand: {},
  },
  lacksSecondFactor: false,
  sessionId: 'ses_1',
  method: 'password',
  signedInAt: '2026-11-25T08:00:00Z',
  expiresAt: '2027-11-25T08:00:00Z',
  idleSeconds: 3600,
};

/**
 * Puts what a service would answer where the components look first: the guide has no service. Each key is the one that
 * the component asks with before anything is typed.
 */
export function prepareAnswers(): void {
  queryClient.setDefaultOptions({
    queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, networkMode: 'always' },
  });
  queryClient.setQueryData(['session'], SESSION);
  const groups = [
    { id: 'grp_1', name: 'Field crews' },
    { id: 'grp_2', name: 'Night crew' },
  ];
  queryClient.setQueryData(['group-picker', ''], { items: groups });
  queryClient.setQueryData(['search-select', USERS, { active: true }, ''], { items: SAMPLE_USERS });
  queryClient.setQueryData(['search-select', TEMPLATES, undefined, ''], {
    items: [{ id: 'tpl_1', name: 'Bridge inspection' }],
  });
  queryClient.setQueryData(['search-select', ASSIGNEES, undefined, ''], { items: groups });
}
