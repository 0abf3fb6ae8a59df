import { requireData, withUnmigrated } from '#commands/open-reader.ts';
import { command } from '#commands/shell/command.ts';
import { readSettings } from '#config/settings.ts';
import { recordBackup, recordVerified } from '#db/last-backup.ts';

export const noteBackup = command({
  name: 'note-backup',
  summary: 'note that other tools have just made a backup',
  details:
    'The alert for old backups counts from the last backup that was noted. Call it at\n' +
    'the end of the script that runs pg_dump and copies the files, once everything\n' +
    'succeeded. "formstead backup" notes its own backups.\n' +
    '\n' +
    'With --verified: note that a backup was restored or verified on another machine.',
  options: {
    verified: { description: 'Note that a backup was verified, instead of one that was made.' },
  },
  json: true,
  examples: ['pg_dump … && formstead note-backup', 'formstead note-backup --verified'],
  async run(world, args) {
    const settings = readSettings(world.env);
    requireData(settings);
    const at = world.clock.now();
    const isVerified = args.flag('verified');
    const record = isVerified ? recordVerified : recordBackup;
    await withUnmigrated(world, settings, (db) => record(db.reader, at));
    const time = new Date(at).toISOString();
    const what = isVerified ? 'That a backup was verified' : 'A backup';
    return { data: { at: time }, text: `${what} is noted at ${time}.` };
  },
});
