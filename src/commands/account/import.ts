import { existsSync } from 'node:fs';
import { mkdir, rm, statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { KEY_OPTION, readOpeningKey } from '#commands/backup/backup-key.ts';
import { withNewOrExisting } from '#commands/open-services.ts';
import { type Answer, command, type World } from '#commands/shell/command.ts';
import { confirm } from '#commands/shell/confirm.ts';
import { CommandFailure, UsageError } from '#commands/shell/failures.ts';
import { progressTo } from '#commands/shell/progress.ts';
import { printable, record } from '#commands/shell/text.ts';
import { readSettings } from '#config/settings.ts';
import type { OpeningKey } from '#kernel/age-keys.ts';
import { counted } from '#kernel/counted.ts';
import type { Services } from '#services.ts';
import type { AccountManifest } from './archive/format.ts';
import { putFiles, requireNew, sealAuditLog, storeRows } from './archive/import-account.ts';
import { readManifest, stagingFolder } from './archive/open-archive.ts';
import { ACCOUNT_CODE } from './archive/parse-manifest.ts';
import { type Lacks, stageArchive } from './archive/stage-archive.ts';
import { whileNothingServes } from './while-nothing-serves.ts';

/** The exit code when files were left out. */
const SKIPPED = 3;

export const accountImport = command({
  name: 'account import',
  summary: 'take an account from an archive into this installation',
  details:
    'Reads what formstead account export wrote, on either engine. Everything is\n' +
    'checked before the first write, and people see the whole organisation or nothing\n' +
    'of it: if the command is interrupted, run it again. Ids stay as they are. The\n' +
    'archive must be of the same version of the schema, and the organisation must not\n' +
    'be here yet. With SQLite, the service must be stopped.\n' +
    '\n' +
    'With another code (--as), client ids, connections for single sign-on and public\n' +
    'links are left out, because they begin with the code. Sessions and access tokens\n' +
    'never move.',
  operands: [{ name: 'FILE', description: 'The archive.' }],
  options: {
    as: { value: 'CODE', description: 'Another code for the account, if its own is taken.' },
    'key-file': {
      ...KEY_OPTION,
      description:
        'What opens the secrets in the archive: a file with its passphrase, or with the secret key of age-keygen.',
    },
    'without-secrets': { description: 'Leave the secrets in the archive out.' },
    'skip-damaged': {
      description:
        'Go on past files of forms that are damaged or missing in the archive. Their forms show it.',
    },
    yes: { description: 'Do not ask.' },
  },
  json: true,
  exitCodes: { [SKIPPED]: 'with --skip-damaged: files were damaged or missing' },
  examples: [
    'formstead account import exampleltd.tar.gz --key-file key.txt',
    'formstead account import exampleltd.tar.gz --as example2 --without-secrets --yes',
  ],
  async run(world, args) {
    const archive = resolve(args.operand('FILE'));
    if (!existsSync(archive)) throw new CommandFailure(`There is no file ${archive}.`);
    const as = args.text('as');
    if (as !== undefined && !ACCOUNT_CODE.test(as)) {
      throw new UsageError(`--as takes 2 to 20 letters a to z and digits, not ${as}.`);
    }
    const [keyFile, without] = [args.text('key-file'), args.flag('without-secrets')];
    if (keyFile !== undefined && without) {
      throw new UsageError('Give --key-file or --without-secrets, not both.');
    }
    const manifest = await readManifest(archive);
    if (manifest.secrets === 'sealed' && keyFile === undefined && !without) {
      throw new UsageError(
        'The archive holds secrets: give what opens them with --key-file FILE, or leave them out with --without-secrets.',
      );
    }
    const key = keyFile === undefined ? undefined : readOpeningKey(keyFile);
    const code = as ?? manifest.account.code;
    const order: Order = { archive, manifest, code, key, skipsDamaged: args.flag('skip-damaged') };
    if (!args.flag('yes')) await confirm(world, planOf(order));
    return whileNothingServes(readSettings(world.env), () =>
      withNewOrExisting(world, (services) => importInto(world, services, order)),
    );
  },
});

interface Order {
  readonly archive: string;
  readonly manifest: AccountManifest;
  readonly code: string;
  /** What opens the secrets; undefined: they are left out. */
  readonly key: OpeningKey | undefined;
  readonly skipsDamaged: boolean;
}

const rowsOf = ({ parts }: AccountManifest, name: string): number =>
  parts.find(({ path }) => path === `data/${name}.jsonl`)?.rows ?? 0;

function planOf({ manifest, code, key }: Order): string {
  const { account, madeAt, version, attachments } = manifest;
  const count = (name: string): number => rowsOf(manifest, name);
  return [
    `The organisation ${printable(account.name)} is taken into this installation with the code ${code}: ${counted(count('users'), 'user')}, ${counted(count('groups'), 'group')}, ${counted(count('templates'), 'template')}, ${counted(count('forms'), 'form')}, ${counted(attachments.files, 'file')} (${counted(attachments.bytes, 'byte')}).`,
    `The archive was made at ${printable(madeAt)} by Formstead ${printable(version)}. It is not changed.`,
    key === undefined ? 'Secrets are left out.' : 'Secrets are taken along.',
  ].join('\n');
}

async function importInto(world: World, services: Services, order: Order): Promise<Answer> {
  const { archive, manifest, code, key, skipsDamaged } = order;
  const { settings, db, seal } = services;
  const { id } = manifest.account;
  const folder = stagingFolder(settings.server.dataDir, id);
  await rm(folder, { recursive: true, force: true });
  await requireNew(db.reader, { id, code });
  await requireRoom(settings.server.dataDir, manifest);
  await mkdir(folder, { mode: 0o700 });
  try {
    const { random, clock } = world;
    const arrival = { manifest, code, key, seal, random, now: clock.now(), skipsDamaged };
    const staged = await stageArchive(archive, folder, arrival);
    try {
      const isSealed = await sealAuditLog(services, staged, manifest);
      const progress = progressTo(world);
      await putFiles(services, id, staged.files, progress);
      const rows = await storeRows(services, staged, { manifest, code, progress });
      const { missing, damaged } = staged;
      return answerOf(order, { rows, files: staged.files.length, missing, damaged, isSealed });
    } finally {
      staged.staging.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The lines are on the disk once as rows, and once more in the storage; files are there twice for a moment. */
async function requireRoom(
  dataDir: string,
  { parts, attachments }: AccountManifest,
): Promise<void> {
  const lines = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const needed = 3 * lines + 2 * attachments.bytes;
  const { bavail, bsize } = await statfs(dataDir);
  if (needed <= bavail * bsize) return;
  throw new CommandFailure(
    `The archive needs about ${counted(needed, 'byte')} in ${dataDir}, which has ${bavail * bsize}: make room first.`,
  );
}

interface Imported extends Lacks {
  readonly rows: number;
  readonly files: number;
  readonly isSealed: boolean;
}

function answerOf(order: Order, imported: Imported): Answer {
  const { rows, files, missing, damaged, isSealed } = imported;
  const { manifest, code, key } = order;
  const { id, name } = manifest.account;
  const count = (kind: string): number => rowsOf(manifest, kind);
  const data = {
    ...{ id, code, rows, files, secrets: key !== undefined },
    ...{ missingFiles: missing.length, damagedFiles: damaged.length },
  };
  return {
    data: { ...data, auditLogSealed: isSealed },
    text: [
      record({
        account: name,
        code,
        id,
        rows: String(rows),
        users: String(count('users')),
        forms: String(count('forms')),
        files: String(files),
      }),
      ...notesOn(order, imported),
    ].join('\n\n'),
    exitCode: missing.length + damaged.length > 0 ? SKIPPED : 0,
  };
}

function notesOn(
  { manifest, code, key }: Order,
  { missing, damaged, isSealed }: Imported,
): readonly string[] {
  const isRenamed = code !== manifest.account.code;
  const hasSecrets = key !== undefined && manifest.secrets === 'sealed';
  const notes: readonly (readonly [boolean, string])[] = [
    [true, 'People sign in again, and clients fetch new access tokens.'],
    [
      hasSecrets,
      'Passkeys work if this installation has the host name of the other one. Webhooks deliver from here, too: turn them off where they must not.',
    ],
    [
      !hasSecrets,
      'Secrets were not taken along: people need new passwords (formstead user set-password, or a link by mail), credentials new secrets, and passkeys, authenticator apps, webhooks, public links and single sign-on are set up again.',
    ],
    [
      isRenamed,
      `Client ids, connections for single sign-on and public links begin with the code ${manifest.account.code}, and were left out: set them up again.`,
    ],
    [
      missing.length > 0,
      `${counted(missing.length, 'file of a form is', 'files of forms are')} not in the archive, the first is ${missing[0]}. Their forms say so.`,
    ],
    [
      damaged.length > 0,
      `${counted(damaged.length, 'file of a form is damaged in the archive and was', 'files of forms are damaged in the archive and were')} left out, the first is ${damaged[0]}. Their forms say so.`,
    ],
    [
      !isSealed,
      'The audit log was not intact when the archive was made, so its end is not sealed: look at it (formstead audit verify), then accept it (formstead audit reseal).',
    ],
  ];
  return notes.filter(([applies]) => applies).map(([, text]) => text);
}
