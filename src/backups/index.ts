// Backups on schedule: when one is due, what is known of the last one, and the job that has it made. How a backup is
// made is not known here: that is the command `formstead backup`, which runs in a process of its own.

export {
  readBackupFault,
  readScheduledBackup,
  recordBackupFault,
  recordScheduledBackup,
} from './backup-facts.store.ts';
export { isDue } from './is-due.ts';
export { scheduledBackups } from './scheduled-backups.ts';
