import { chmod, copyFile, rename } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ACCOUNT_OPTION, chooseAccount, commandLineActor } from '#commands/choose-account.ts';
import { withExisting } from '#commands/open-services.ts';
import { command, type World } from '#commands/shell/command.ts';
import { confirm } from '#commands/shell/confirm.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import { isoTime, printable, record } from '#commands/shell/text.ts';
import { makeWorkFolder, RESTORE } from '#commands/work-folder/work-folder.ts';
import { openDatabase } from '#db/open.ts';
import { sqliteFile } from '#db/open-sqlite.ts';
import type { Account } from '#directory/index.ts';
import { fileKey } from '#files/files.ts';
import {
  findForm,
  forgetLoose,
  insertEvent,
  insertForm,
  lockForm,
  recordLoose,
  type StoredForm,
} from '#form-records/index.ts';
import { counted } from '#kernel/counted.ts';
import { makeFolder } from '#kernel/make-folder.ts';
import type { Services } from '#services.ts';
import { addToFormCount, findVersion, lockTemplate } from '#templates/index.ts';
import { KEY_OPTION } from './backup-key.ts';
import { type FileSource, filesBeside, foreignFiles } from './copy-files.ts';
import { type FormRows, hasAssignment, readFormRows, writeFormRows } from './one-form.store.ts';
import { openBackup, requireBackup, verifyBackup } from './open-backup.ts';
import { requireSameBytes } from './verify-copy.ts';

const DAY_MS = 86_400_000;
/** The exit code when files were left out. */
const LACKING = 3;

export const restoreForm = command({
  name: 'restore-form',
  summary: 'put one form back from a backup',
  details:
    'For a form that was deleted and is not in the bin any more, or was erased by\n' +
    'mistake. It comes back as the backup has it, with its files, history and\n' +
    'corrections, all or nothing, while the service runs, on either engine. It is\n' +
    'refused if the form is there, or its template is gone. If you do not know the id\n' +
    'of the form: formstead audit list --action form.delete',
  operands: [{ name: 'FORM', description: 'The id of the form.' }],
  options: {
    from: { value: 'FILE', description: 'The file that formstead backup created.', required: true },
    'key-file': KEY_OPTION,
    account: ACCOUNT_OPTION,
    yes: { description: 'Do not ask.' },
  },
  json: true,
  exitCodes: { [LACKING]: 'the form is back, and files of it are not in the backup or damaged' },
  examples: [
    'formstead restore-form 01990000-0000-7000-8000-00000000000f --from formstead-20261120T020000Z.tar.gz.age --key-file backup-key.txt',
  ],
  run: (world, args) =>
    withExisting(world, async (services) => {
      const account = await chooseAccount(services, args.text('account'));
      const id = args.operand('FORM').toLowerCase();
      const from = resolve(args.required('from'));
      await requireBackup(from);
      const { dataDir } = services.settings.server;
      makeFolder(dataDir);
      const work = await makeWorkFolder(dataDir, RESTORE);
      try {
        const backup = { from, folder: work.path, keyFile: args.text('key-file') };
        const { source, form, rows, madeAt } = await readForm(world, services, {
          account,
          id,
          backup,
        });
        await requirePlace(services, account, form);
        if (!args.flag('yes')) await confirm(world, planOf(form, rows, madeAt));
        const files = await putFiles(services, account, rows, source);
        await putBack(services, account, { form, rows: files.rows, madeAt });
        const left = rows.attachments.length - files.rows.attachments.length;
        return {
          data: {
            id,
            name: form.name,
            files: files.rows.attachments.length,
            filesLeftOut: left,
            history: rows.events.length,
          },
          text: [
            record({
              restored: printable(form.name),
              id,
              history: counted(rows.events.length, 'event'),
              files: counted(files.rows.attachments.length, 'file'),
            }),
            ...(left > 0
              ? [
                  `${counted(left, 'file')} could not be put back: missing or damaged in the backup. Try an older one.`,
                ]
              : []),
          ].join('\n\n'),
          exitCode: left > 0 ? LACKING : 0,
        };
      } finally {
        await work.remove();
      }
    }),
});

interface Wanted {
  readonly account: Account;
  readonly id: string;
  readonly backup: {
    readonly from: string;
    readonly folder: string;
    readonly keyFile: string | undefined;
  };
}

/** Reads the form from a copy of the backup, whose schema is brought to that of this version. */
async function readForm(world: World, { settings }: Services, { account, id, backup }: Wanted) {
  const { from, folder } = backup;
  const opened = await openBackup(settings, { ...backup, skips: false });
  const copy = sqliteFile(folder);
  await (opened.database === from ? copyFile(from, copy) : rename(opened.database, copy));
  await chmod(copy, 0o600);
  requireSameBytes((await verifyBackup(copy, from, opened.manifest)).isChanged);
  const source = settings.files.s3 ? undefined : foreignFiles(filesBeside(opened.database));
  const { clock, random } = world;
  const db = await openDatabase({ dataDir: folder, clock, random });
  try {
    const form = await findForm(db.reader, account.id, id);
    if (form === undefined) {
      throw new CommandFailure(
        `The backup has no form ${id} of the account ${account.code}. Use a backup from a day when it was there.`,
      );
    }
    const rows = await readFormRows(db.reader, form);
    return { source, form, rows, madeAt: opened.manifest?.madeAt };
  } finally {
    await db.close();
  }
}

/** @throws CommandFailure if the form is here already, or what it was made from is gone */
async function requirePlace(
  { db }: Pick<Services, 'db'>,
  { id: accountId }: Account,
  form: StoredForm,
): Promise<void> {
  refuseUnless(
    await findForm(db.reader, accountId, form.id),
    await findVersion(db.reader, accountId, form.templateVersionId),
    form,
  );
}

function refuseUnless(there: StoredForm | undefined, version: unknown, form: StoredForm): void {
  if (there !== undefined) {
    throw new CommandFailure(
      there.deletedAt === undefined
        ? `The form ${form.id} is there, and nothing was changed. To see what it was before, restore the backup into an empty directory.`
        : `The form ${form.id} is in the bin since ${isoTime(there.deletedAt)}: restore it there (Forms, Deleted).`,
    );
  }
  if (version !== undefined) return;
  throw new CommandFailure(
    `The template of the form "${printable(form.name)}" is gone, so the form cannot be put back. Restore the backup into an empty directory to read it there.`,
  );
}

const planOf = (form: StoredForm, rows: FormRows, madeAt: number | undefined): string =>
  [
    `The form "${printable(form.name)}" (${form.status}) comes back with ${counted(rows.attachments.length, 'file')}, as it was ${madeAt === undefined ? 'in the backup' : `at ${isoTime(madeAt)}`}.`,
    'Nothing else is changed.',
  ].join('\n');

/** Stores sound files under new keys, because the clean-up may still be at work on the old ones. */
async function putFiles(
  { db, files, ids, clock, settings }: Services,
  { id: accountId, code }: Account,
  rows: FormRows,
  source: FileSource | undefined,
): Promise<{ readonly rows: FormRows }> {
  const attachments: FormRows['attachments'][number][] = [];
  if (settings.files.s3) {
    // A backup has no files of a bucket: its operator brings them back there, under the keys that they had.
    for (const row of rows.attachments) {
      if ((await files.sizeOf(row.storage_key)) !== undefined) attachments.push(row);
    }
    return { rows: { ...rows, attachments } };
  }
  const put = async (key: string, size: number, sha256: string | null) => {
    const handle = await source?.open(key);
    if (handle === undefined) return undefined;
    const next = fileKey(code, ids.next());
    await recordLoose(db.reader, accountId, [next], clock.now() + DAY_MS);
    const stored = await files.put(next, handle.createReadStream(), { maxBytes: Number(size) });
    return sha256 === null || stored.sha256 === sha256 ? next : undefined;
  };
  for (const row of rows.attachments) {
    const storage_key = await put(row.storage_key, row.size, row.sha256);
    if (storage_key === undefined) continue;
    const { picture_key: picture, picture_size: size, picture_sha256: sha256 } = row;
    const picture_key =
      picture === null ? null : ((await put(picture, size ?? 0, sha256)) ?? storage_key);
    attachments.push({ ...row, storage_key, picture_key, damaged_at: null });
  }
  return { rows: { ...rows, attachments } };
}

const keysOf = (row: FormRows['attachments'][number]): readonly string[] =>
  row.picture_key === null ? [row.storage_key] : [row.storage_key, row.picture_key];

interface Back {
  readonly form: StoredForm;
  readonly rows: FormRows;
  readonly madeAt: number | undefined;
}

/** Stores all rows in one transaction, with an entry in the history and an audit event. */
async function putBack(
  { db, ids, audit, clock, quotas }: Services,
  account: Account,
  { form: { deletedAt, ...before }, rows, madeAt }: Back,
): Promise<void> {
  const { id: accountId } = account;
  const by = commandLineActor(account);
  await db.transaction(async (tx) => {
    const template = await lockTemplate(tx, accountId, before.templateId);
    const version = template && (await findVersion(tx, accountId, before.templateVersionId));
    refuseUnless(await lockForm(tx, accountId, before.id), version, { ...before, deletedAt });
    const form = {
      ...before,
      assignmentId: (await hasAssignment(tx, accountId, before.assignmentId))
        ? before.assignmentId
        : undefined,
      updatedAt: Math.max(clock.now(), before.updatedAt + 1),
      revision: before.revision + 1,
      storedBytes: 0,
    };
    // Nobody locks a form that is not there: one with this id may have been made since it was looked for.
    if ((await insertForm(tx, form)) === undefined) {
      throw new CommandFailure(`A form ${form.id} was made just now, and nothing was changed.`);
    }
    await writeFormRows(tx, form, rows);
    for (const key of rows.attachments.flatMap(keysOf)) await forgetLoose(tx, accountId, key);
    addToFormCount(tx, form, 1);
    const at = form.updatedAt;
    await insertEvent(tx, by, {
      ...{ id: ids.next(), formId: form.id, at, action: 'restore', detail: undefined },
    });
    await audit.append(tx, by, {
      action: 'form.restore',
      targetType: 'Form',
      targetId: form.id,
      ...(madeAt !== undefined && { detail: { backupOf: isoTime(madeAt) } }),
    });
    const bytes = rows.attachments.reduce(
      (sum, { size, picture_size }) => sum + Number(size) + Number(picture_size),
      0,
    );
    if (bytes > 0) await quotas.take(tx, accountId, 'fileBytes', bytes, form);
    await quotas.take(tx, accountId, 'forms', 1, form);
  });
}
