import {
  type AuditFilter,
  findEvent,
  type ListedRow,
  readAuditFilter,
  readDetail,
  selectEvents,
  toAuditItem,
} from '#audit/index.ts';
import { ACCOUNT_OPTION, chooseAccount } from '#commands/choose-account.ts';
import { withExisting } from '#commands/open-services.ts';
import { AFTER_OPTION, LIMIT_OPTION, nextPage, readLimit } from '#commands/paging.ts';
import { type Arguments, command } from '#commands/shell/command.ts';
import { CommandFailure, UsageError } from '#commands/shell/failures.ts';
import { isoTime, table } from '#commands/shell/text.ts';
import { chooseUser, isUserId } from '#commands/user/choose-user.ts';
import { type Account, findFormerUserByName } from '#directory/index.ts';
import { AppError } from '#kernel/errors.ts';
import type { Services } from '#services.ts';

const FILTERS = {
  from: {
    value: 'TIME',
    description: 'Only events from this date or time on: 2026-01-31 or 2026-01-31T09:05:00Z.',
  },
  to: { value: 'TIME', description: 'Only events before this time.' },
  action: {
    value: 'ACTION',
    description: 'Only this action (user.create), or actions with this prefix (user.).',
  },
  user: { value: 'USER', description: 'Only events of this user: a userName or an id.' },
  credential: { value: 'ID', description: 'Only events of this credential.' },
  'target-type': { value: 'TYPE', description: 'Only events with a target of this type: Group, …' },
  target: { value: 'ID', description: 'Only events with this target.' },
  result: { value: 'RESULT', description: 'Only events with this result: ok or refused.' },
  ip: { value: 'ADDRESS', description: 'Only events from this IP address.' },
} as const;

export const auditList = command({
  name: 'audit list',
  summary: 'list audit events, newest first',
  options: { ...FILTERS, limit: LIMIT_OPTION, after: AFTER_OPTION, account: ACCOUNT_OPTION },
  json: true,
  examples: [
    'formstead audit list --result refused --from 2026-01-31',
    'formstead audit list --user ada --action user. --limit 1000 --json',
  ],
  async run(world, args) {
    const limit = readLimit(args.text('limit'));
    const filter = readFilter(args);
    const rows = await withExisting(world, async (services) => {
      const account = await chooseAccount(services, args.text('account'));
      const userId = await userIdOf(services, account, filter.userId);
      const start = await startOf(services, account, args.text('after'));
      return await selectEvents(services.db, account.id, { ...filter, userId }, start, limit + 1);
    });
    const { shown, next, hint } = nextPage(rows, limit);
    return {
      data: { events: shown.map(toAuditItem), next },
      text: table(HEADING, shown.map(cellsOf)) + hint,
    };
  },
});

const HEADING = [
  'TIME',
  'ACTION',
  'RESULT',
  'VIA',
  'USER',
  'CREDENTIAL',
  'ADDRESS',
  'TARGET',
  'DETAIL',
];

function cellsOf(row: ListedRow): readonly string[] {
  const { via, ...detail } = readDetail(row);
  return [
    isoTime(row.at),
    row.action,
    row.result,
    typeof via === 'string' ? via : '',
    row.actor_user_id ?? '',
    row.credential_id ?? '',
    row.ip ?? '',
    [row.target_type, row.target_id].filter((part) => part !== null).join(' '),
    Object.keys(detail).length === 0 ? '' : JSON.stringify(detail),
  ];
}

function readFilter(args: Arguments<keyof typeof FILTERS>): AuditFilter {
  const result = args.text('result');
  if (result !== undefined && result !== 'ok' && result !== 'refused') {
    throw new UsageError('--result: this must be ok or refused.');
  }
  try {
    return readAuditFilter({
      from: args.text('from'),
      to: args.text('to'),
      action: args.text('action'),
      userId: args.text('user'),
      credentialId: args.text('credential'),
      targetType: args.text('target-type'),
      targetId: args.text('target'),
      result,
      ip: args.text('ip'),
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { at = '', detail } = error;
    throw new UsageError(`--${OPTIONS.get(at) ?? at}${detail.slice(at.length)}`);
  }
}

/** The options whose name differs from that of the parameter under /v2. */
const OPTIONS: ReadonlyMap<string, string> = new Map([
  ['userId', 'user'],
  ['credentialId', 'credential'],
  ['targetType', 'target-type'],
  ['targetId', 'target'],
]);

/** Returns the id of a user. An id is taken unchecked, because the events of deleted users stay in the log. */
async function userIdOf(
  services: Services,
  account: Account,
  nameOrId: string | undefined,
): Promise<string | undefined> {
  if (nameOrId === undefined || isUserId(nameOrId)) return nameOrId?.toLowerCase();
  const { db, directory } = services;
  const live = await directory.findUserByName(db.reader, account.id, nameOrId);
  const former = live ? undefined : await findFormerUserByName(db.reader, account.id, nameOrId);
  return former?.id ?? (await chooseUser(services, account, nameOrId)).id;
}

async function startOf(
  { db }: Services,
  account: Account,
  after: string | undefined,
): Promise<Parameters<typeof selectEvents>[3]> {
  if (after === undefined) return { offset: 0 };
  const event = await findEvent(db.reader, account.id, after);
  if (event) return { after: event };
  throw new CommandFailure(`There is no event ${after} in the account ${account.code}.`);
}
