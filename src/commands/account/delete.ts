import { resolve } from 'node:path';
import { KEY_OPTION } from '#commands/backup/backup-key.ts';
import { chooseAccount } from '#commands/choose-account.ts';
import { openEnd, placeOf } from '#commands/move/ends.ts';
import { withUnmigrated } from '#commands/open-reader.ts';
import { withExisting } from '#commands/open-services.ts';
import { type Arguments, command, type World } from '#commands/shell/command.ts';
import { confirm } from '#commands/shell/confirm.ts';
import { UsageError } from '#commands/shell/failures.ts';
import { progressTo } from '#commands/shell/progress.ts';
import { printable, record } from '#commands/shell/text.ts';
import { readSettings, type Settings } from '#config/settings.ts';
import type { Account } from '#directory/index.ts';
import { openFiles } from '#files/files.ts';
import { counted } from '#kernel/counted.ts';
import { createSealOf } from '#kernel/seal.ts';
import { openMasterKeys } from '#keys/index.ts';
import type { Services } from '#services.ts';
import { countAccountRows, sumFiles } from './archive/account-rows.store.ts';
import { describeTables } from './archive/describe-tables.ts';
import {
  type ArchiveToOpen,
  type OpenedArchive,
  openArchive,
  readManifest,
} from './archive/open-archive.ts';
import { type Deleted, deleteAccount } from './delete-account.ts';

export const accountDelete = command({
  name: 'account delete',
  summary: 'delete an account with everything in it',
  details:
    'Deletes all users, groups, templates, forms with their files, credentials,\n' +
    'settings and the audit log of one organisation. Other organisations keep\n' +
    'everything. You cannot undo this: make an archive first (formstead account\n' +
    'export) and give it with --archive. It is read to its end, with every check that\n' +
    'formstead account import makes, before anything is deleted. The service must be\n' +
    'stopped, on all nodes. If the command is interrupted, either everything is still\n' +
    'there, or only files are left, which the service deletes.\n' +
    '\n' +
    'Backups from before still have the organisation. Its audit log goes with it, so\n' +
    'keep what this command prints as your record.',
  operands: [{ name: 'CODE', description: 'The code of the account.' }],
  options: {
    archive: { value: 'FILE', description: 'The archive of the account, which is opened first.' },
    'key-file': { ...KEY_OPTION, description: 'What opens the secrets in the archive.' },
    'without-secrets': { description: 'Leave the secrets in the archive closed.' },
    'skip-damaged': {
      description: 'Take an archive in which files of forms are damaged or missing.',
    },
    'without-archive': { description: 'Delete the account without an archive.' },
    yes: { description: 'Do not ask.' },
  },
  json: true,
  examples: [
    'formstead account delete exampleltd --archive exampleltd.tar.gz --key-file key.txt',
    'formstead account delete exampleltd --without-archive',
  ],
  async run(world, args) {
    const settings = readSettings(world.env);
    const kept = await archiveOf(args);
    const { account, opened, plan } = await withExisting(world, async (services) => {
      const found = await chooseAccount(services, args.operand('CODE'));
      const opened = kept && (await openArchive(world, services, found, kept));
      return { account: found, opened, plan: await planOf(services, found, opened) };
    });
    if (!args.flag('yes')) await confirm(world, plan, account.code);
    const { rows, files } = await whileAlone(world, settings, account);
    const { id, code, name } = account;
    return {
      data: { ...{ id, code, name, rows, files }, archive: opened ?? null },
      text: [
        record({
          deleted: `${name} (${code})`,
          id,
          rows: String(rows),
          files: String(files),
        }),
        // With --yes, nobody has seen the plan.
        ...(opened === undefined ? [] : [archiveText(opened)]),
      ].join('\n\n'),
    };
  },
});

type Option = 'archive' | 'key-file' | 'without-secrets' | 'skip-damaged' | 'without-archive';

/** Returns the archive that is to be opened; undefined if there is to be none. @throws UsageError */
async function archiveOf(args: Arguments<Option>): Promise<ArchiveToOpen | undefined> {
  const [name, keyFile] = [args.text('archive'), args.text('key-file')];
  if ((name === undefined) === !args.flag('without-archive')) {
    throw new UsageError(
      'Give the archive of the account with --archive FILE, or --without-archive to delete it without one.',
    );
  }
  if (name === undefined) return undefined;
  const archive = resolve(name);
  const { secrets } = await readManifest(archive);
  if (secrets === 'sealed' && keyFile === undefined && !args.flag('without-secrets')) {
    throw new UsageError(
      'The archive holds secrets: give what opens them with --key-file FILE, or leave them closed with --without-secrets.',
    );
  }
  return { archive, keyFile, skipsDamaged: args.flag('skip-damaged') };
}

const COUNTED = ['users', 'groups', 'templates', 'forms', 'credentials', 'audit_events'];

async function planOf(
  { db, directory }: Services,
  account: Account,
  opened: OpenedArchive | undefined,
): Promise<string> {
  const tables = (await describeTables()).filter(({ name }) => COUNTED.includes(name));
  const counts = new Map<string, number>();
  for (const table of tables) {
    counts.set(table.name, await countAccountRows(db.reader, table, account.id));
  }
  const { files, bytes } = await sumFiles(db.reader, account.id);
  const all = COUNTED.map((name) => `${counts.get(name) ?? 0} ${name.replaceAll('_', ' ')}`);
  const { length } = await directory.listAccounts(db.reader);
  return [
    `The organisation ${printable(account.name)} (${account.code}) is deleted for good: ${all.join(', ')}, and ${counted(files, 'file')} of forms (${counted(bytes, 'byte')}).`,
    othersText(length - 1),
    opened === undefined
      ? `This can't be undone, except from an archive (formstead account export) or a backup.`
      : archiveText(opened),
  ].join('\n');
}

function archiveText({ madeAt, newer, missing, damaged }: OpenedArchive): string {
  const lacking = missing.length + damaged.length;
  return [
    `The archive of ${printable(madeAt)} was opened, and ${lacking === 0 ? 'is sound' : `lacks ${counted(lacking, 'file of a form, which is', 'files of forms, which are')} lost`}.`,
    ...(newer > 0
      ? [
          `The audit log has ${counted(newer, 'newer event, which is', 'newer events, which are')} not in it.`,
        ]
      : []),
  ].join(' ');
}

function othersText(others: number): string {
  if (others > 1) return `The other ${others} organisations keep everything.`;
  return others === 1
    ? 'The other organisation keeps everything.'
    : 'It is the only organisation here: nobody can sign in until formstead setup makes another one.';
}

const BECAUSE = 'what it writes meanwhile would be left over.';

/** Deletes the account while no service runs, and keeps any from starting. */
async function whileAlone(world: World, settings: Settings, { id }: Account): Promise<Deleted> {
  const { dataDir } = settings.server;
  const tables = await describeTables();
  const end = await openEnd(placeOf(settings), 'write', BECAUSE);
  try {
    return await withUnmigrated(world, settings, async (db) => {
      const masterKey = settings.security.masterKey?.reveal();
      const { random, clock } = world;
      const masterKeys = await openMasterKeys({ db, dataDir, masterKey, random, clock });
      const seal = createSealOf(() => masterKeys.inHand().map(({ key }) => key));
      const files = openFiles(settings.files, dataDir);
      return deleteAccount({ db, files, seal, tables, progress: progressTo(world) }, id);
    });
  } finally {
    await end.close();
  }
}
