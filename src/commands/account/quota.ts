import { ACCOUNT_OPTION, chooseAccount, commandLineActor } from '#commands/choose-account.ts';
import { withExisting } from '#commands/open-services.ts';
import { type Arguments, command } from '#commands/shell/command.ts';
import { UsageError } from '#commands/shell/failures.ts';
import { record } from '#commands/shell/text.ts';
import { recount, recountAnswers, type Usage } from '#quotas/index.ts';

const MIB = 1_048_576;
const LONGEST = 10;

export const accountQuota = command({
  name: 'account quota',
  summary: 'show or set the storage limits of one account',
  details:
    'Set a number, none for no limit, or default for FORMSTEAD_QUOTA_FILES_MIB,\n' +
    'FORMSTEAD_QUOTA_FORMS and FORMSTEAD_QUOTA_ANSWERS_MIB. It takes effect with the\n' +
    'next request. A limit below the current usage deletes nothing: forms can still be\n' +
    'read, completed and deleted, and only new forms and files, or longer answers, are\n' +
    'rejected. Admins see the limits but can’t change them.',
  options: {
    'files-mib': {
      value: 'N',
      description: 'The limit for files, their previews and results of exports, in MiB.',
    },
    forms: { value: 'N', description: 'The limit for forms that are not deleted.' },
    'answers-mib': {
      value: 'N',
      description: 'The limit for answers and the history of forms, in MiB.',
    },
    recount: {
      description: 'Count everything again, if formstead doctor reports wrong counts.',
    },
    account: ACCOUNT_OPTION,
  },
  json: true,
  examples: [
    'formstead account quota --account exampleltd',
    'formstead account quota --files-mib 20480 --forms default',
  ],
  async run(world, args) {
    const fileMib = limitIn(args, 'files-mib');
    const answerMib = limitIn(args, 'answers-mib');
    const forms = limitIn(args, 'forms');
    const limits = {
      ...(fileMib !== undefined && { fileBytes: bytesOf(fileMib) }),
      ...(answerMib !== undefined && { answerBytes: bytesOf(answerMib) }),
      ...(forms !== undefined && { forms }),
    };
    const isRecounting = args.flag('recount');
    return withExisting(world, async (services) => {
      const { db, quotas } = services;
      const account = await chooseAccount(services, args.text('account'));
      if (isRecounting) await recountAnswers(db, account.id);
      const usage = await db.transaction(async (tx) => {
        const actor = commandLineActor(account);
        if (Object.keys(limits).length > 0) await quotas.setLimits(tx, actor, limits);
        for (const name of isRecounting ? (['fileBytes', 'forms'] as const) : []) {
          await recount(tx, account.id, name);
        }
        return quotas.usage(tx, account.id);
      });
      return {
        data: {
          code: account.code,
          fileBytes: toData(usage.fileBytes),
          forms: toData(usage.forms),
          answerBytes: toData(usage.answerBytes),
        },
        text: record({
          account: account.name,
          files: textOf(usage.fileBytes, mibText),
          forms: textOf(usage.forms, String),
          answers: textOf(usage.answerBytes, mibText),
        }),
      };
    });
  },
});

const bytesOf = (mib: number | null): number | null => (mib === null ? null : mib * MIB);

const mibText = (bytes: number): string => `${(bytes / MIB).toFixed(1)} MiB`;

const toData = ({ used, limit }: Usage) => ({ used, limit: limit ?? null });

const textOf = ({ used, limit }: Usage, show: (amount: number) => string): string =>
  `${show(used)}, ${limit === undefined ? 'no limit' : `of ${show(limit)} at most`}`;

/**
 * Returns the limit that an option gives: null for the default of the settings, 0 for no limit, undefined for no
 * change.
 */
function limitIn(
  args: Arguments,
  name: 'files-mib' | 'forms' | 'answers-mib',
): number | null | undefined {
  const text = args.text(name);
  if (text === undefined) return undefined;
  if (text === 'default') return null;
  if (text === 'none') return 0;
  const number = Number(text);
  if (/^\d+$/.test(text) && text.length <= LONGEST && number > 0) return number;
  throw new UsageError(`--${name} takes a whole number above 0, none or default, not ${text}.`);
}
