/** What says whether a form is late, or was: assignments that have not begun have it too. Times are in milliseconds. */
export interface DueWork {
  readonly status: 'draft' | 'complete';
  /** Undefined for never. */
  readonly dueAt: number | undefined;
}

/**
 * Returns whether a form is late, which is never stored, because it comes about by itself. Pages use it too.
 * @param now in milliseconds
 */
export const isLate = ({ status, dueAt }: DueWork, now: number): boolean =>
  status === 'draft' && dueAt !== undefined && dueAt <= now;

const MINUTE_MS = 60_000;

/** When a form was completed. */
export interface CompletedWork {
  /** When the server was told of the last change of its status. */
  readonly statusChangedAt: number;
  /** When it was completed as the device says, which may be long before the server was told. */
  readonly completedOnDeviceAt?: number | undefined;
}

/** Returns whether a form arrived so much later than its device completed it that people are told both. */
export const arrivedLater = ({ statusChangedAt, completedOnDeviceAt }: CompletedWork): boolean =>
  completedOnDeviceAt !== undefined && statusChangedAt - completedOnDeviceAt >= MINUTE_MS;

/** Returns whether a form was completed late. One that was done in time is in time, whenever it arrives. */
export const wasLate = ({
  status,
  dueAt,
  statusChangedAt,
  completedOnDeviceAt = statusChangedAt,
}: DueWork & CompletedWork): boolean =>
  status === 'complete' && dueAt !== undefined && dueAt <= completedOnDeviceAt;
