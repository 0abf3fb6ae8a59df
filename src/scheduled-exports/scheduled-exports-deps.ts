import type { Tx } from '#db/database.ts';
import type { ExportsDeps } from '#exports/index.ts';
import type { ResultBucket } from '#files/files.ts';
import type { FormsDeps } from '#form-basics/index.ts';
import type { Tell } from '#kernel/notice.ts';
import type { MailQueue } from '#mail-queue/index.ts';

/** The dependencies of the rules. */
export interface ScheduledExportWrites
  extends Pick<FormsDeps, 'db' | 'clock' | 'directory'>,
    Pick<ExportsDeps, 'ids' | 'audit' | 'quotas'> {
  /** Where results are copied to; undefined unless the installation allows it. */
  readonly resultBucket: ResultBucket | undefined;
  readonly mailQueue: Pick<MailQueue, 'isOn' | 'append'>;
  publicUrl(): string;
}

/** The dependencies of the jobs. */
export interface ScheduledExportJobs extends ScheduledExportWrites {
  readonly exportRunner: { wake(): void };
  readonly tell: Tell<Tx>;
}

/** The dependencies of the endpoints. */
export interface ScheduledExportsDeps extends ScheduledExportWrites, Pick<FormsDeps, 'seal'> {}
