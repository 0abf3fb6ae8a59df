import type { WaitingWork } from '#jobs/waiting-work.ts';
import type { Status } from './status.shapes.ts';

/** What waits in a queue; undefined if counting it took too long. */
export interface Queue {
  readonly name: Status['queues'][number]['name'];
  readonly work: WaitingWork | undefined;
}
