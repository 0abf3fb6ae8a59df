import { requireData, withUnmigrated } from '#commands/open-reader.ts';
import { command } from '#commands/shell/command.ts';
import { readSettings } from '#config/settings.ts';
import { recordBackup } from '#db/last-backup.ts';

export const noteBackup = command({
  name: 'note-backup',
  summary: 'note that other tools have just made a backup',
  details:
    'The alert for old backups counts from the last backup that was noted. Call it at\n' +
    'the end of the script that runs pg_dump and copies the files, once everything\n' +
    'succeeded. "formstead backup" notes its own backups.',
  options: {},
  json: true,
  examples: ['pg_dump … && formstead note-backup'],
  async run(world) {
    const settings = readSettings(world.env);
    requireData(settings);
    const at = world.clock.now();
    await withUnmigrated(world, settings, (db) => recordBackup(db.reader, at));
    const time = new Date(at).toISOString();
    return { data: { at: time }, text: `A backup is noted at ${time}.` };
  },
});
