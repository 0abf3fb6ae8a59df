// What the specimens show: the people of the demo, and one of each state.
import type { Credential, ListedUser } from '#administration/app-types.ts';
import type { ExportItem } from '#exports/app-types.ts';
import { ApiError } from '#web/api/client.ts';
import type { List } from '#web/lists/use-list.ts';
import type { WebhookDelivery } from '#webhooks/app-types.ts';

const HOUR_MS = 3_600_000;

/** A time so many hours ago. */
export const hoursAgo = (hours: number): string =>
  new Date(Date.now() - hours * HOUR_MS).toISOString();

export const OFFLINE = new ApiError(0, { code: 'offline' });
export const REJECTED = new ApiError(409, {
  code: 'user-name-taken',
  detail: 'The user name ada@example.org is already taken by Ada Lindqvist. Choose another one.',
  at: 'userName',
  requestId: 'req_01JD8Q4Z7M',
});

const user = (n: number, displayName: string): ListedUser => ({
  id: `usr_${n}`,
  userName: `${displayName.toLowerCase().replaceAll(' ', '.')}@alderbridge.example`,
  displayName,
  active: n % 3 !== 0,
  blocked: n % 6 === 0,
  role: n % 4 === 0 ? 'designer' : 'member',
  origin: 'provisioned',
  protected: false,
  lastSignInAt: hoursAgo(n * n * 7),
});

export const SAMPLE_USERS: readonly ListedUser[] = [
  'Ines Carvalho',
  'Luke Harmon',
  'Priya Nair',
  'Oskar Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh of the northern workshops',
  'Marta Kovács',
  'Hugh Sinclair',
].map((name, at) => user(at + 1, name));

/** A list in the state that the given members make. */
export const listOf = (state: Partial<List<ListedUser>>): List<ListedUser> => ({
  items: [],
  total: undefined,
  isLoading: false,
  hasMore: false,
  error: null,
  isCutOff: false,
  loadMore: () => undefined,
  retry: () => undefined,
  ...state,
});

const credential: Credential = {
  id: 'cli_1',
  name: 'Payroll',
  kind: 'client-secret',
  state: 'active',
  createdAt: hoursAgo(900),
  secrets: [{ id: 'sec_1', hint: '4f2a', state: 'live', createdAt: hoursAgo(900) }],
};

/** Active, refused, expired, suspended and revoked. */
export const CREDENTIALS: readonly Credential[] = [
  credential,
  { ...credential, lastRefused: { at: hoursAgo(1), ip: '192.0.2.7', reason: 'secret-wrong' } },
  {
    ...credential,
    secrets: [{ id: 'sec_2', hint: '91bc', state: 'expired', createdAt: hoursAgo(900) }],
  },
  { ...credential, state: 'suspended' },
  { ...credential, state: 'revoked' },
];

const delivery = (
  state: WebhookDelivery['state'],
  attempts: WebhookDelivery['attempts'] = [],
): WebhookDelivery => ({
  id: `msg_${state}`,
  type: 'form.completed',
  at: hoursAgo(2),
  state,
  attempts,
});

/** Waiting for the first attempt, for another one, delivered and failed. */
export const DELIVERIES: readonly WebhookDelivery[] = [
  delivery('waiting'),
  delivery('waiting', [{ id: 'att_1', at: hoursAgo(1), ms: 310, status: 503 }]),
  delivery('delivered'),
  delivery('failed'),
];

const exported = (state: ExportItem['state'], problemCount = 0): ExportItem => ({
  id: `exp_${state}`,
  kind: 'csv',
  state,
  progress: 40,
  written: 1200,
  problemCount,
  problems: [],
  files: [],
  createdAt: hoursAgo(3),
});

export const EXPORTS: readonly ExportItem[] = [
  exported('queued'),
  exported('running'),
  exported('done'),
  exported('done', 3),
  exported('failed'),
  exported('cancelled'),
];
