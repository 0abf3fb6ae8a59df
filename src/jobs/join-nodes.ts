import type { Random } from '#kernel/ids.ts';
import { type Job, SHORTEST_LEASE_MS } from './jobs.ts';

/** A node that runs has another folder of files than this one. */
export class FilesNotShared extends Error {
  override readonly name = 'FilesNotShared';
}

/** What nodes leave in the folder of files; implemented by files/. */
interface Markers {
  readonly folder: string;
  put(id: string): Promise<void>;
  isThere(id: string): Promise<boolean>;
  remove(id: string): Promise<void>;
  keepOnly(live: ReadonlySet<string>): Promise<void>;
}

export interface JoinDeps {
  readonly markers: Markers;
  /** Makes the node one that is alive, unless `check` throws; implemented by db/. */
  readonly admit: (
    own: { readonly id: string; readonly lifeMs: number },
    check: (others: readonly string[]) => Promise<void>,
  ) => Promise<void>;
  /** The name of the lease that says that a node is alive. */
  readonly leaseOf: (id: string) => string;
  readonly random: Random;
}

/** A node among those that are alive. */
export interface Membership {
  /** Holds its leases. */
  readonly holder: string;
  /** Its lease says that it is alive. */
  readonly job: Job;
  leave(): Promise<void>;
}

const RENEW_MS = 5000;
const ID_BYTES = 12;

/**
 * Joins the nodes that keep files of forms on a disk. Each leaves a file of its own name in its folder:
 * a node that does not find that of another one would answer 404 for what was uploaded there.
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
      // One node at a time is here: none has a file by now that is not alive yet.
      await markers.put(id);
      await markers.keepOnly(new Set([id, ...others]));
    });
  } catch (error) {
    await markers.remove(id);
    throw error;
  }
  return {
    holder: id,
    // Again and again: a node that came while this one could not renew its lease took it for gone.
    job: { name: leaseOf(id), everyMs: RENEW_MS, run: () => markers.put(id) },
    leave: () => markers.remove(id),
  };
}

const refusal = (folder: string): string =>
  `Another node of this deployment runs and keeps the files of forms elsewhere than in ${folder}: what is uploaded to one would be missing on the other. ` +
  'Let all nodes share that folder, or keep files in a bucket (FORMSTEAD_FILES_S3_…). ' +
  `A node that was killed counts for ${SHORTEST_LEASE_MS / 1000} seconds.`;
