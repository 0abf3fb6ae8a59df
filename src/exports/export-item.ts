import { splitReason } from '#kernel/reasoned-text.ts';
import type { ExportItem, QueueItem } from './export.shapes.ts';
import { type ExportJob, type ExportState, type FailureReason, isFailureReason } from './export.ts';
import { codePointName } from './missing-characters.ts';

type Names = ReadonlyMap<string, string>;

/** Returns an export as pages and programs read it. @param door what the addresses of its files begin with */
export function toExportItem(job: ExportJob, names: Names, door: string): ExportItem {
  const { options, message, finishedAt, files, templateId, formId } = job;
  const { status, from, to } = options;
  return {
    id: job.id,
    kind: job.kind,
    state: job.state,
    progress: job.progress,
    written: job.written,
    ...messageIn(message),
    ...(templateId !== undefined && { template: named(templateId, names) }),
    ...(formId !== undefined && { form: named(formId, names) }),
    ...(status && { status }),
    ...(from !== undefined && { from: timeOf(from) }),
    ...(to !== undefined && { to: timeOf(to) }),
    problemCount: job.problemCount,
    problems: job.problems.map(({ codePoints, ...problem }) => ({
      ...problem,
      ...(codePoints && { characters: codePoints.map(codePointName) }),
    })),
    files: files.map(({ name, type, size }, n) => {
      return { name, type, size, url: `${door}/exports/${job.id}/files/${n}` };
    }),
    createdAt: timeOf(job.createdAt),
    ...(finishedAt !== undefined && {
      finishedAt: timeOf(finishedAt),
      expiresAt: timeOf(job.expiresAt),
    }),
  };
}

/** Returns the reason and the sentence of a failed export. */
export function messageIn(stored: string | undefined): {
  readonly message?: string;
  readonly reason?: FailureReason;
} {
  if (stored === undefined) return {};
  const { reason, text } = splitReason(stored, isFailureReason);
  return { message: text, ...(reason !== undefined && { reason }) };
}

const named = (id: string, names: Names) => {
  const name = names.get(id);
  return { id, ...(name !== undefined && { name }) };
};

/** The states of exports under /v2. */
export const QUEUE_STATUS: Readonly<Record<ExportState, QueueItem['status']>> = {
  queued: 'Queued',
  running: 'Running',
  done: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

const timeOf = (ms: number): string => new Date(ms).toISOString();
