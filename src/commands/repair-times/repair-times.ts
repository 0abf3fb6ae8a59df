import { findWrongClock } from '#commands/doctor/clock.ts';
import { readNewestTime } from '#commands/doctor/newest.store.ts';
import { withExisting } from '#commands/open-services.ts';
import { type Answer, command } from '#commands/shell/command.ts';
import { confirm } from '#commands/shell/confirm.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import { isoTime, record } from '#commands/shell/text.ts';
import { readSettings } from '#config/settings.ts';
import {
  type FutureArchives,
  findFutureArchives,
  renameFutureArchives,
} from './future-archives.ts';
import {
  type FutureTimes,
  findFutureTimes,
  recordRanAhead,
  repairTimes,
} from './future-times.store.ts';

export const repairTimesCommand = command({
  name: 'repair-times',
  summary: 'put right what a clock that ran ahead has dated in the future',
  details:
    'Set the clock first; formstead doctor names what is found. Webhook deliveries,\n' +
    'mails and background work that wait for a time in the future are due now.\n' +
    'Sessions, links and limits end as if they had begun now. Keys become active within\n' +
    'minutes. Scheduled backups in a folder get names of now, so that they count and go\n' +
    'like others; those in a bucket are named, for you to copy or delete.\n' +
    '\n' +
    'Times that only say when something happened stay, such as those of the audit log\n' +
    'and of changes of forms. The service may be running.',
  options: { yes: { description: 'Do not ask.' } },
  json: true,
  examples: ['formstead repair-times'],
  async run(world, args) {
    const settings = readSettings(world.env);
    return withExisting(world, async ({ db }) => {
      const now = world.clock.now();
      const wrong = await findWrongClock({ world, settings }, db.reader);
      if (wrong !== undefined) {
        throw new CommandFailure(`The clock is still wrong: ${wrong.what}. First ${wrong.fix}.`);
      }
      const found = await findFutureTimes(db.reader, now);
      const archives = await findFutureArchives(settings, now);
      const newest = await readNewestTime(db.reader);
      if (!args.flag('yes') && found.length > 0) await confirm(world, planOf(found, archives));
      await db.transaction(async (tx) => {
        await repairTimes(tx, now);
        if (newest !== undefined && newest > now) await recordRanAhead(tx, newest);
      });
      const renamed = archives === undefined ? [] : await renameFutureArchives(archives, now);
      const left = renamed.length > 0 ? [] : (archives?.names ?? []);
      return answerOf(found, renamed, left);
    });
  },
});

function answerOf(
  found: readonly FutureTimes[],
  renamed: readonly string[],
  left: readonly string[],
): Answer {
  const notes: readonly (readonly [boolean, string])[] = [
    [found.length === 0, 'Nothing in the data is dated in the future.'],
    [
      found.length > 0,
      record(Object.fromEntries(found.map(({ what, count }) => [what, String(count)]))),
    ],
    [renamed.length > 0, `Backups have new names: ${renamed.join(', ')}`],
    [
      left.length > 0,
      `Backups in a bucket keep their names, so copy or delete them: ${left.join(', ')}`,
    ],
  ];
  const repaired = Object.fromEntries(found.map(({ what, count }) => [what, count]));
  return {
    data: { repaired, renamed, left },
    text: notes.flatMap(([applies, text]) => (applies ? [text] : [])).join('\n\n'),
  };
}

function planOf(found: readonly FutureTimes[], archives: FutureArchives | undefined): string {
  const kinds = found.map(
    ({ what, count, latest }) => `${what}: ${count}, up to ${isoTime(latest)}`,
  );
  return [
    `A clock that ran ahead has dated: ${kinds.join('; ')}.`,
    ...(archives === undefined ? [] : [`Backups of the future: ${archives.names.join(', ')}.`]),
  ].join('\n');
}
