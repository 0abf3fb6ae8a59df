import type { Database } from '#db/database.ts';
import type { Seal } from '#kernel/seal.ts';
import type { GroupsOfUser } from './writes.ts';

/** What the /v2 endpoints of this folder are handed. */
export interface FormsDeps {
  readonly db: Database;
  readonly directory: GroupsOfUser;
  readonly seal: Seal;
  /** `https://host[:port]`, never from the Host header. */
  publicUrl(): string;
}
