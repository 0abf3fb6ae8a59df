import { existsSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type FileOfForm, markDamaged } from '#attachments/index.ts';
import { readChainState } from '#audit/index.ts';
import { readSealingFile, type SealingFile } from '#commands/backup/backup-key.ts';
import { whileFilesStay } from '#commands/backup/backup-lease.ts';
import { placeFile, taken } from '#commands/backup/place-file.ts';
import { ACCOUNT_OPTION, chooseAccount, commandLineActor } from '#commands/choose-account.ts';
import { withExisting } from '#commands/open-services.ts';
import { type Answer, command, type World } from '#commands/shell/command.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import { progressTo } from '#commands/shell/progress.ts';
import { record } from '#commands/shell/text.ts';
import { resolvePublicUrl } from '#config/settings.ts';
import { readSchemaState } from '#db/migrate.ts';
import type { Account } from '#directory/index.ts';
import { counted } from '#kernel/counted.ts';
import { VERSION } from '#kernel/version.ts';
import type { Services } from '#services.ts';
import { sumFiles } from './archive/account-rows.store.ts';
import { leftOut } from './archive/account-tables.ts';
import { describeTables } from './archive/describe-tables.ts';
import { type AccountManifest, FORMAT } from './archive/format.ts';
import { withSnapshot } from './archive/snapshot.store.ts';
import { type ArchivedFiles, writeArchive } from './archive/write-archive.ts';
import { writeParts } from './archive/write-parts.ts';

/** The exit code when the archive lacks files that the data names. */
const LACKING = 3;

export const accountExport = command({
  name: 'account export',
  summary: 'write everything of one account to an archive that people can read',
  details:
    'The archive is a .tar.gz with JSON Lines: users, groups, templates, forms with\n' +
    'their files, the audit log and the settings, as of one moment, while the service\n' +
    'runs. README.txt in it describes the files. Personal data is in it in clear: keep\n' +
    'it like the data itself.\n' +
    '\n' +
    'Secrets are only in it with --key-file, encrypted: hashes of passwords and client\n' +
    'secrets, passkeys, authenticator apps, webhooks, public links and connections for\n' +
    'single sign-on. Without it, people get new passwords after formstead account\n' +
    'import, and admins set these up again. Sessions, access tokens, waiting mails and\n' +
    'webhook deliveries, and results of exports are never in it.',
  options: {
    out: { value: 'FILE', description: 'The file to create. It must not exist.', required: true },
    'key-file': {
      value: 'FILE',
      description:
        'What encrypts the secrets: a file with public keys of age-keygen, with a passphrase of one line, or with a secret key, whose public key is used.',
    },
    account: ACCOUNT_OPTION,
  },
  json: true,
  exitCodes: { [LACKING]: 'files of forms are missing or damaged in the storage' },
  examples: [
    'formstead account export --account exampleltd --out exampleltd.tar.gz',
    'formstead account export --out exampleltd.tar.gz --key-file recipient.txt',
  ],
  async run(world, args) {
    const out = resolve(args.required('out'));
    if (existsSync(out)) throw taken(out);
    if (!existsSync(dirname(out)))
      throw new CommandFailure(`There is no directory ${dirname(out)}.`);
    const keyFile = args.text('key-file');
    const key = keyFile === undefined ? undefined : readSealingFile(keyFile);
    return withExisting(world, async (services) => {
      const account = await chooseAccount(services, args.text('account'));
      return answerOf(account, out, await exportTo(world, services, { account, out, key }));
    });
  },
});

interface Order {
  readonly account: Account;
  readonly out: string;
  /** What encrypts the secrets; undefined: they are left out. */
  readonly key: SealingFile | undefined;
}

interface Exported {
  readonly manifest: AccountManifest;
  readonly files: ArchivedFiles;
  readonly bytes: number;
  readonly unreadable: number;
  readonly key: SealingFile | undefined;
}

async function exportTo(world: World, services: Services, order: Order): Promise<Exported> {
  const { account, out, key } = order;
  await services.db.transaction((tx) =>
    services.audit.append(tx, commandLineActor(account), {
      action: 'account.export',
      targetType: 'Account',
      targetId: account.id,
      detail: { secrets: key === undefined ? 'left out' : 'sealed' },
    }),
  );
  // Its name depends on the target alone, so that the next attempt removes what a killed one left.
  const folder = join(dirname(out), `.${basename(out)}.unfinished`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  try {
    const archive = join(folder, 'archive');
    const faulty: FileOfForm[] = [];
    const onFault = (file: FileOfForm): void => void faulty.push(file);
    const { manifest, unreadable, files } = await whileFilesStay(
      world,
      services.settings,
      async () => {
        const lines = await writeLines(world, services, { ...order, folder });
        const source = { folder, files: services.files, onFault };
        return { ...lines, files: await writeArchive(archive, lines.manifest, source) };
      },
    );
    const { size } = await stat(archive);
    await placeFile(archive, out);
    await services.db.transaction(async (tx) => {
      for (const each of faulty) await markDamaged(tx, each, world.clock.now());
    });
    return { manifest, files, bytes: size, unreadable, key };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeLines(
  world: World,
  services: Services,
  { account, key, folder }: Order & { readonly folder: string },
): Promise<{ readonly manifest: AccountManifest; readonly unreadable: number }> {
  const { settings, db, chains } = services;
  const madeAt = new Date(world.clock.now()).toISOString();
  const { intact } = await chains.verify(account.id);
  const tables = await describeTables();
  return withSnapshot(settings, db, async (snapshot) => {
    const { done } = await readSchemaState(snapshot);
    const { head } = await readChainState(snapshot, account.id);
    const attachments = await sumFiles(snapshot, account.id);
    const publicUrl = () => resolvePublicUrl(settings, settings.server.port);
    const source = { services, db: snapshot, account, tables, publicUrl };
    const progress = progressTo(world);
    const sealing = key && { ...key, random: world.random };
    const { parts, unreadable } = await writeParts({ ...source, progress }, folder, sealing);
    const manifest: AccountManifest = {
      ...{ format: FORMAT, version: VERSION, madeAt, engine: db.engine, schema: done },
      account: { id: account.id, code: account.code, name: account.name },
      auditLog: {
        intact: intact || head === undefined,
        seq: head?.seq ?? 0,
        hash: head?.hash ?? null,
      },
      secrets: key === undefined ? 'left out' : 'sealed',
      ...{ parts, attachments, leftOut: leftOut() },
    };
    return { manifest, unreadable };
  });
}

function answerOf(account: Account, out: string, exported: Exported): Answer {
  const { manifest, files, bytes, unreadable } = exported;
  const rowsOf = (path: string): number =>
    manifest.parts.find((part) => part.path === path)?.rows ?? 0;
  const counts = {
    users: rowsOf('data/users.jsonl'),
    groups: rowsOf('data/groups.jsonl'),
    templates: rowsOf('data/templates.jsonl'),
    forms: rowsOf('data/forms.jsonl'),
    auditEvents: rowsOf('data/audit-events.jsonl'),
  };
  const { intact } = manifest.auditLog;
  return {
    data: {
      ...{ file: out, bytes, ...counts, files, secrets: manifest.secrets, unreadable, intact },
      ...(exported.key && { secretsOpened: exported.key.opening !== undefined }),
    },
    text: [
      record({
        account: `${account.name} (${account.code})`,
        archive: out,
        bytes: String(bytes),
        users: String(counts.users),
        groups: String(counts.groups),
        templates: String(counts.templates),
        forms: String(counts.forms),
        'audit events': String(counts.auditEvents),
        files: `${files.files}, ${counted(files.bytes, 'byte')}`,
      }),
      ...notesOn(exported),
    ].join('\n\n'),
    exitCode: lacks(files) ? LACKING : 0,
  };
}

const lacks = ({ missing, damaged }: ArchivedFiles): boolean => missing.length + damaged.length > 0;

function notesOn({ manifest, files, unreadable, key }: Exported): readonly string[] {
  const notes: readonly (readonly [boolean, string])[] = [
    [
      manifest.secrets === 'left out',
      'Secrets are not in it: after an import, people need new passwords, and credentials, webhooks, public links and single sign-on are set up again. Give --key-file to take them along.',
    ],
    [key !== undefined, `Secrets are in it, encrypted ${key === undefined ? '' : sealedText(key)}`],
    [
      files.missing.length > 0,
      `${counted(files.missing.length, 'file is', 'files are')} missing in the storage, the first is ${files.missing[0]}. They are not in it.`,
    ],
    [
      files.damaged.length > 0,
      `${counted(files.damaged.length, 'file is', 'files are')} damaged in the storage, the first is ${files.damaged[0]}: their bytes are not the ones that were stored. They are in it as they are.`,
    ],
    [
      lacks(files),
      'Put these files back from a backup before you rely on this archive. formstead account import takes it only with --skip-damaged.',
    ],
    [
      unreadable > 0,
      `${counted(unreadable, 'secret')} can't be opened, because the master key that sealed them was lost. They are not in it.`,
    ],
    [
      !manifest.auditLog.intact,
      'The audit log was changed by something else: formstead audit verify says where. It is in the archive as it is.',
    ],
  ];
  return notes.filter(([applies]) => applies).map(([, text]) => text);
}

function sealedText({ sealing, opening }: SealingFile): string {
  if ('passphrase' in sealing) return 'with the passphrase of --key-file, which opened them again.';
  const recipients = sealing.recipients.join(', ');
  return opening === undefined
    ? `for ${recipients}. They were not opened again: only the secret key does that.`
    : `for ${recipients}, the public key of the secret key in --key-file, which opened them again.`;
}
