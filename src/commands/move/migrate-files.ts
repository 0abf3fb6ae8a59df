import { requireData, withReader } from '#commands/open-reader.ts';
import { type Answer, command, type World } from '#commands/shell/command.ts';
import { confirm } from '#commands/shell/confirm.ts';
import { explainFailure } from '#commands/shell/explain-failure.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import { progressTo } from '#commands/shell/progress.ts';
import { quoted, record } from '#commands/shell/text.ts';
import { readSettings, type Settings } from '#config/settings.ts';
import type { Reader } from '#db/database.ts';
import { counted } from '#kernel/counted.ts';
import { type CopiedNamedFiles, copyNamedFiles, type Total, totalOf } from './copy-named-files.ts';
import { type End, openEnd, placeOf } from './ends.ts';
import {
  type FilePlaces,
  filePlaces,
  nameOfBucket,
  nameOfDisk,
  requireBucket,
  withFilePlaces,
} from './file-places.ts';
import { requireCurrent } from './require-current.ts';

const BECAUSE = 'files that it stores or deletes meanwhile would be missed.';
/** The exit code when the source lacks files. */
const LEFT = 3;
const SHOWN = 20;

export const migrateFiles = command({
  name: 'migrate-files',
  summary: 'move the files of forms from the disk to an S3 bucket, or back',
  details:
    'Copies every file that the data names: attachments of forms, their pictures and\n' +
    'results of exports. Each is read back and compared by size and SHA-256, in the end\n' +
    'all are counted once more, and the source is left as it was. What the service\n' +
    'stores or deletes meanwhile would be missed: stop it, or start it with\n' +
    'FORMSTEAD_READ_ONLY=on, so that people can read on.\n' +
    'If it is interrupted, run it again: what the target has and is equal is not\n' +
    'copied again.\n' +
    '\n' +
    'The bucket is the one of FORMSTEAD_FILES_S3_ENDPOINT and so on, in both\n' +
    'directions: set them for this command, even if the service does not use them yet.\n' +
    'The key needs s3:ListBucket for the move, too. On the disk, files are in the\n' +
    'folder files of FORMSTEAD_DATA_DIR.',
  options: {
    to: { value: 'TARGET', description: 's3 or disk.', required: true },
    'dry-run': { description: 'Only say what would be done.' },
    yes: { description: 'Do not ask.' },
  },
  json: true,
  examples: ['formstead migrate-files --to s3', 'formstead migrate-files --to disk --yes'],
  exitCodes: { [LEFT]: 'the source lacks files that the data names; all others were copied' },
  async run(world, args) {
    const settings = readSettings(world.env);
    const places = filePlaces(settings, args.required('to'));
    requireData(settings);
    await requireCurrent(world, settings);
    await requireBucket(places);
    const all = await withReader(world, settings, totalOf);
    const plan = planOf(places, all);
    if (args.flag('dry-run')) return { data: { to: places.to, named: all }, text: plan };
    if (!args.flag('yes')) await confirm(world, plan);
    const start = world.clock.now();
    const copied = await move(world, settings, places);
    return answerOf(places, copied, (world.clock.now() - start) / 1000);
  },
});

function planOf(places: FilePlaces, { files, bytes }: Total): string {
  const ends = [nameOfDisk(places), nameOfBucket(places)];
  const [from, to] = places.to === 's3' ? ends : ends.toReversed();
  return [
    `${counted(files, 'file')} with ${counted(bytes, 'byte')} are copied from ${from} to ${to}, unless they are there, and compared.`,
    'The source is not changed. Until this is done, the service must be stopped, or only read (FORMSTEAD_READ_ONLY=on).',
  ].join('\n');
}

async function move(
  world: World,
  settings: Settings,
  places: FilePlaces,
): Promise<CopiedNamedFiles> {
  const end = await openEnd(placeOf(settings), 'read', BECAUSE);
  try {
    return await withReader(world, settings, (db) =>
      withFilePlaces(places, async (files) => {
        const copied = await copy(world, db, files);
        await requireHeld(end);
        return copied;
      }),
    );
  } finally {
    await end.close();
  }
}

/** @throws CommandFailure if the connection was lost, with which what keeps services that write away was lost, too */
async function requireHeld(end: End): Promise<void> {
  try {
    await end.exec('select 1');
  } catch (cause) {
    throw new CommandFailure(
      'The connection to the database was lost, so that a service may have stored files meanwhile. See that none that writes runs, and run the command again.',
      { cause },
    );
  }
}

type Ends = Parameters<typeof copyNamedFiles>[1];

async function copy(world: World, db: Reader, files: Ends): Promise<CopiedNamedFiles> {
  try {
    return await copyNamedFiles(db, files, progressTo(world, 'files'));
  } catch (cause) {
    if (cause instanceof CommandFailure) throw cause;
    const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : undefined;
    const why = inner === undefined ? '' : ` (${explainFailure(inner)})`;
    throw new CommandFailure(
      `${explainFailure(cause).replace(/\.$/, '')}${why}. What was copied stays: run the command again, and it goes on.`,
      { cause },
    );
  }
}

function answerOf(
  places: FilePlaces,
  { copied, there, left }: CopiedNamedFiles,
  seconds: number,
): Answer {
  const text = [
    record({
      copied: `${counted(copied.files, 'file')} with ${counted(copied.bytes, 'byte')} in ${seconds.toFixed(1)} s`,
      'there already': `${counted(there.files, 'file')} with ${counted(there.bytes, 'byte')}`,
      ...(left.length > 0 && { 'not copied': `${counted(left.length, 'file')}` }),
    }),
    'Every file that was copied is equal by size and SHA-256, and count and bytes agree.',
    ...(left.length > 0 ? [leftText(left)] : []),
    nextSteps(places, left.length > 0),
  ].join('\n\n');
  const data = { to: places.to, copied, there, left, seconds };
  return { data, text, exitCode: left.length > 0 ? LEFT : 0 };
}

const WORDS = { missing: 'is missing', damaged: 'has other bytes than the data says' } as const;

function leftText(left: CopiedNamedFiles['left']): string {
  const more = left.length - SHOWN;
  return [
    'The source does not have these files as the data names them, and they were not copied:',
    ...left.slice(0, SHOWN).map(({ key, reason }) => `${key} ${WORDS[reason]}`),
    ...(more > 0 ? [`and ${more} more, which --json lists`] : []),
  ].join('\n');
}

function nextSteps(places: FilePlaces, isLacking: boolean): string {
  const set =
    places.to === 's3'
      ? 'Set FORMSTEAD_FILES_S3_ENDPOINT, _BUCKET, _REGION, _ACCESS_KEY and _SECRET_KEY for the service as for this command.'
      : 'Unset all FORMSTEAD_FILES_S3_… variables of the service, and keep FORMSTEAD_DATA_DIR.';
  const { bucket, endpoint } = places.bucket;
  const remove =
    places.to === 's3'
      ? `find ${quoted(nameOfDisk(places))} -mindepth 3 -type f -not -path '*/incoming/*' -delete`
      : `for each code of formstead account list, aws s3 rm --recursive --endpoint-url ${endpoint} s3://${bucket}/CODE/ (backups/ stays)`;
  const first = isLacking ? 'Look for the files that were not copied first. ' : '';
  return `${set} Then start the service without FORMSTEAD_READ_ONLY, and ask formstead doctor.\n${first}Once it serves, remove the old files: ${remove}`;
}
