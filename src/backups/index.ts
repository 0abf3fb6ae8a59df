// Backups on schedule: when one is due, what is known of the last one, and the job that has it made; and
// which files stay while they are copied. How a backup is
// made is not known here: that is the command `formstead backup`, which runs in a process of its own.

export {
  readBackupFault,
  readScheduledBackup,
  recordBackupFault,
  recordScheduledBackup,
} from './backup-facts.store.ts';
export {
  areFilesHeld,
  BACKUP_LEASE,
  BACKUP_LEASE_MS,
  COPY_LEASE,
} from './held-files.store.ts';
export { isBackupDue } from './is-due.ts';
export { scheduledBackups } from './scheduled-backups.ts';
