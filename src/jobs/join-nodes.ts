import type { Random } from '#kernel/ids.ts';
import { type Job, SHORTEST_LEASE_MS } from './jobs.ts';

/** Another live node keeps its files in a different folder. */
export class FilesNotShared extends Error {
  override readonly name = 'FilesNotShared';
}

/** Marker files of nodes in the folder of files; implemented by files/. */
interface Markers {
  readonly folder: string;
  put(id: string): Promise<void>;
  isThere(id: string): Promise<boolean>;
  remove(id: string): Promise<void>;
  keepOnly(live: ReadonlySet<string>): Promise<void>;
}

export interface JoinDeps {
  readonly markers: Markers;
  /** Registers the node as alive, unless `check` throws; implemented by db/. */
  readonly admit: (
    own: { readonly id: string; readonly lifeMs: number },
    check: (others: readonly string[]) => Promise<void>,
  ) => Promise<void>;
  /** Returns the name of the lease that shows that a node is alive. */
  readonly leaseOf: (id: string) => string;
  readonly random: Random;
}

/** Membership of this node in the deployment. */
export interface Membership {
  /** The owner of the node's leases. */
  readonly holder: string;
  /** Its lease shows that the node is alive. */
  readonly job: Job;
  leave(): Promise<void>;
}

const RENEW_MS = 5000;
const ID_BYTES = 12;

/**
 * Joins the nodes that keep files of forms on a disk. Each leaves a marker file in its folder. A node that does not
 * find the marker of another one does not share its folder, and would answer 404 for files uploaded there.
 * @throws FilesNotShared
 */
export async function joinNodes(deps: JoinDeps): Promise<Membership> {
  const { markers, admit, leaseOf, random } = deps;
  const id = random.bytes(ID_BYTES).toString('hex');
  try {
    await admit({ id, lifeMs: SHORTEST_LEASE_MS }, async (others) => {
      for (const other of others) {
        if (!(await markers.isThere(other))) throw new FilesNotShared(refusal(markers.folder));
      }
      // `admit` runs for one node at a time, so no other node is between its marker and its registration.
      await markers.put(id);
      await markers.keepOnly(new Set([id, ...others]));
    });
  } catch (error) {
    await markers.remove(id);
    throw error;
  }
  return {
    holder: id,
    // Written periodically: a node that joined while this lease had lapsed may have removed the marker.
    job: { name: leaseOf(id), everyMs: RENEW_MS, run: () => markers.put(id) },
    leave: () => markers.remove(id),
  };
}

const refusal = (folder: string): string =>
  `Another node of this deployment runs and keeps the files of forms elsewhere than in ${folder}: what is uploaded to one would be missing on the other. ` +
  'Let all nodes share that folder, or keep files in a bucket (FORMSTEAD_FILES_S3_…). ' +
  `A node that was killed counts for ${SHORTEST_LEASE_MS / 1000} seconds.`;
