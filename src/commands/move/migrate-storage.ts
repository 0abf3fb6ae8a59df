import { resolve } from 'node:path';
import { requireData } from '#commands/open-reader.ts';
import { tablesOf } from '#commands/rows/sqlite-tables.ts';
import { command, type World } from '#commands/shell/command.ts';
import { confirm } from '#commands/shell/confirm.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import { progressTo } from '#commands/shell/progress.ts';
import { record } from '#commands/shell/text.ts';
import { readSettings, type Settings } from '#config/settings.ts';
import { sqliteFile } from '#db/open-sqlite.ts';
import { filesFolder } from '#files/files.ts';
import { copyLocalAuthority } from '#http/local-certificate.ts';
import { counted } from '#kernel/counted.ts';
import { masterKeyFile } from '#keys/index.ts';
import { type End, nameOf, openEnd, type Place, parsePlace, placeOf } from './ends.ts';
import { type MovedFiles, moveFiles } from './move-files.ts';
import { compareMovedRows, moveRows } from './move-rows.ts';
import { notEmpty, prepareTarget } from './prepare-target.ts';
import { requireCurrent } from './require-current.ts';

/** The exit code when the source lacks files. */
const LEFT = 3;

export const migrateStorage = command({
  name: 'migrate-storage',
  summary: 'move all data from SQLite to PostgreSQL, or back',
  details:
    'Copies every table to the other engine, compares each by count and hash, and\n' +
    'leaves the source as it was. What the service writes meanwhile would be missing in\n' +
    'the copy: stop it, or start it with FORMSTEAD_READ_ONLY=on, so that people can\n' +
    'read on. The command sees to it that none that writes starts.\n' +
    'If it is interrupted, run it again: it goes on where it was. Nothing serves the\n' +
    'target before it is complete.\n' +
    '\n' +
    'The target must be empty. Others on this machine can read the arguments of a\n' +
    'program (ps): leave the password out of the URL, and keep it in ~/.pgpass.\n' +
    'Files of forms stay where they are if the new service uses the same data\n' +
    'directory or bucket, and are otherwise copied unless --leave-files is given.\n' +
    'The local certificate authority goes along to another data directory, so that\n' +
    'clients go on trusting the service.',
  options: {
    to: {
      value: 'TARGET',
      description: 'postgres://USER@HOST/DATABASE, or sqlite:DIRECTORY.',
      required: true,
    },
    'leave-files': { description: 'Do not copy the files of forms to another directory.' },
    'dry-run': { description: 'Only say what would be done.' },
    yes: { description: 'Do not ask.' },
  },
  json: true,
  exitCodes: { [LEFT]: 'files of forms are missing or damaged; everything else was copied' },
  examples: [
    'formstead migrate-storage --to postgres://formstead@db.example.org/formstead',
    'formstead migrate-storage --to sqlite:/var/lib/formstead --yes',
  ],
  async run(world, args) {
    const settings = readSettings(world.env);
    requireData(settings);
    const [from, to] = [placeOf(settings), parsePlace(args.required('to'))];
    requireOtherEngine(from, to);
    await requireCurrent(world, settings);
    const folder = args.flag('leave-files') ? undefined : filesTarget(settings, to);
    const plan = planOf(from, to, folder);
    if (args.flag('dry-run')) return { data: { from: nameOf(from), to: nameOf(to) }, text: plan };
    if (!args.flag('yes')) await confirm(world, plan);
    const start = world.clock.now();
    const { isResumed, moved, files, hasAuthority } = await move(world, settings, {
      from,
      to,
      folder,
    });
    const seconds = (world.clock.now() - start) / 1000;
    const isLacking = files !== undefined && files.missing + files.damaged > 0;
    return {
      data: { from: nameOf(from), to: nameOf(to), isResumed, ...moved, files, seconds },
      text: [
        record({
          moved: `${counted(moved.rows, 'row')} of ${counted(moved.tables, 'table')} in ${seconds.toFixed(1)} s`,
          to: nameOf(to),
          ...(files && {
            files: `${files.files} copied, ${files.missing} missing, ${files.damaged} damaged`,
          }),
        }),
        'Every table is equal by count and hash.',
        ...(hasAuthority
          ? ['The local certificate authority was copied: clients go on trusting the service.']
          : []),
        ...(isLacking
          ? [
              'Files that are missing or damaged were not copied: their forms show it once somebody reads them. Look for them in a backup.',
            ]
          : []),
        nextSteps(settings, from, to),
      ].join('\n\n'),
      exitCode: isLacking ? LEFT : 0,
    };
  },
});

function requireOtherEngine(from: Place, to: Place): void {
  if (from.engine !== to.engine) return;
  throw new CommandFailure(
    from.engine === 'sqlite'
      ? 'The data is in SQLite already. To copy it to another directory, use formstead backup and formstead restore.'
      : 'The data is in PostgreSQL already. To copy it to another server, use pg_dump and pg_restore.',
  );
}

/** Returns the folder to which files have to be copied; undefined if the new service finds them where they are. */
function filesTarget({ files, server }: Settings, to: Place): string | undefined {
  if (files.s3 || to.engine === 'postgres') return undefined;
  const [here, there] = [filesFolder(server.dataDir), filesFolder(to.dataDir)];
  return resolve(here) === resolve(there) ? undefined : there;
}

function planOf(from: Place, to: Place, folder: string | undefined): string {
  return [
    `All data is copied from ${nameOf(from)} to ${nameOf(to)}, which must be empty, and compared.`,
    folder === undefined
      ? 'Files of forms stay where they are.'
      : `Files of forms are copied to ${folder}.`,
    'The source is not changed. Until this is done, the service must be stopped, or only read (FORMSTEAD_READ_ONLY=on).',
  ].join('\n');
}

interface Route {
  readonly from: Place;
  readonly to: Place;
  readonly folder: string | undefined;
}

async function move(world: World, settings: Settings, { from, to, folder }: Route) {
  const source = await openEnd(from, 'read');
  try {
    // One moment of the data, whatever other commands write.
    await source.exec('begin');
    if (from.engine === 'postgres') {
      await source.exec('set transaction isolation level repeatable read read only');
    }
    const state = await prepareTarget(world, settings, to);
    const target = await openEnd(to, 'write');
    try {
      const tables = tablesIn(source, target);
      if (state === 'complete') {
        // The last attempt may have been interrupted after its last write.
        const moved = await compareMovedRows(source, target, tables);
        if (moved === undefined) throw notEmpty(to);
        return { isResumed: true, moved, files: undefined, hasAuthority: false };
      }
      let files: MovedFiles | undefined;
      let hasAuthority = false;
      const moved = await moveRows(source, target, tables, {
        progress: progressTo(world),
        async beforeEnd() {
          // Without statistics, PostgreSQL reads whole tables where an index would do.
          if (to.engine === 'postgres') await target.exec('analyze');
          else {
            const { dataDir } = settings.server;
            if (folder !== undefined)
              files = await moveFiles(sqliteFile(to.dataDir), filesFolder(dataDir), folder);
            hasAuthority = await copyLocalAuthority(dataDir, to.dataDir);
          }
        },
      });
      return { isResumed: state === 'begun', moved, files, hasAuthority };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

function tablesIn(source: End, target: End) {
  const handle = source.handle ?? target.handle;
  if (handle === undefined) throw new Error('one of the two storages is an SQLite file');
  return tablesOf(handle);
}

function nextSteps({ security, server }: Settings, from: Place, to: Place): string {
  const key = security.masterKey ? 'FORMSTEAD_MASTER_KEY' : masterKeyFile(server.dataDir);
  const steps =
    to.engine === 'postgres'
      ? [
          `Set FORMSTEAD_DATABASE_URL, and FORMSTEAD_MASTER_KEY to what ${key} holds.`,
          'Keep FORMSTEAD_DATA_DIR: it also has the local certificate authority that clients trust.',
        ]
      : [
          'Unset FORMSTEAD_DATABASE_URL.',
          `Set FORMSTEAD_DATA_DIR to ${to.dataDir}, and keep ${key}.`,
        ];
  return [
    ...steps,
    `Then start the service. Once it serves, put ${nameOf(from)} aside, so that nobody serves it by mistake.`,
  ].join(' ');
}
