import type { ChainHead, ChainReport } from '#audit/index.ts';
import { ACCOUNT_OPTION, chooseAccount } from '#commands/choose-account.ts';
import { withExisting } from '#commands/open-services.ts';
import { command } from '#commands/shell/command.ts';
import { UsageError } from '#commands/shell/failures.ts';
import { isoTime, record } from '#commands/shell/text.ts';
import { cacheLittle } from '#db/dialect.ts';
import type { Services } from '#services.ts';
import { faultText } from './fault-text.ts';

/** The number of faults that the text output shows; --json prints all that were kept. */
const MAX_SHOWN = 20;

export const auditVerify = command({
  name: 'audit verify',
  summary: 'prove that no event of the audit log was changed, removed or moved',
  details:
    'Reads every event of the audit log in the order of its hash chain, and compares\n' +
    'the end of the chain with the one that the service sealed with the master key.\n' +
    'Store the printed end in another place. With --noted, the command also proves\n' +
    'that no event before that end was removed. Events of the last seconds are not in\n' +
    'the chain yet.',
  options: {
    account: { ...ACCOUNT_OPTION, description: 'The account, by its code. Left out: all.' },
    noted: {
      value: 'SEQ:HASH',
      description: 'The end that an earlier run printed. Name the account if there are several.',
    },
  },
  json: true,
  examples: ['formstead audit verify', 'formstead audit verify --account acme --json'],
  exitCodes: { 1: 'something was changed, removed or moved' },
  async run(world, args) {
    const head = readHead(args.text('noted'));
    const code = args.text('account');
    const { accounts, lost } = await withExisting(world, (services) =>
      verify(services, code, head),
    );
    const intact = lost === 0 && accounts.every((each) => each.intact);
    const parts = accounts.map(accountText);
    if (lost !== 0) parts.push(lostText(lost));
    return {
      data: {
        intact,
        lostChains: lost ?? null,
        accounts: accounts.map(({ unlinked, ...each }) => ({
          ...each,
          unlinked: { count: unlinked.count, oldestAt: isoTime(unlinked.oldestAt) },
        })),
      },
      text: parts.join('\n\n'),
      exitCode: intact ? 0 : 1,
    };
  },
});

interface Verified extends ChainReport {
  readonly account: string;
}

async function verify(
  services: Services,
  code: string | undefined,
  head: ChainHead | undefined,
): Promise<{ readonly accounts: readonly Verified[]; readonly lost: number | undefined }> {
  const { db, directory, chains } = services;
  await cacheLittle(db.reader);
  const one = code !== undefined || head !== undefined;
  const chosen = one
    ? [await chooseAccount(services, code)]
    : await directory.listAccounts(db.reader);
  const accounts: Verified[] = [];
  for (const account of chosen) {
    accounts.push({ account: account.code, ...(await chains.verify(account.id, head)) });
  }
  return { accounts, lost: one ? 0 : await chains.countLost() };
}

function readHead(text: string | undefined): ChainHead | undefined {
  if (text === undefined) return undefined;
  const [, seq, hash] = /^([1-9]\d{0,14}):([\w-]{43})$/.exec(text) ?? [];
  if (seq !== undefined && hash !== undefined) return { seq: Number(seq), hash };
  throw new UsageError('--noted is a number, a colon and a hash, as audit verify prints its end.');
}

function accountText(report: Verified): string {
  const { account, intact, checked, head, unlinked, faults, faultCount } = report;
  const shown = faults.slice(0, MAX_SHOWN).map(faultText);
  const more = faultCount - shown.length;
  const about = record({
    account,
    record: intact ? 'proven' : 'NOT PROVEN',
    lines: String(checked),
    end: head?.hash == null ? 'nothing linked yet' : `${head.seq}:${head.hash}`,
    'not linked yet':
      unlinked.count === 0
        ? '0'
        : `${unlinked.count}, the oldest of ${isoTime(unlinked.oldestAt) ?? ''}`,
  });
  return [about, ...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

const lostText = (lost: number | undefined): string =>
  lost === undefined
    ? 'The sealed number of records was changed: whole records may be gone.'
    : `Whole records are gone: ${lost} of an account were begun and are not there.`;
