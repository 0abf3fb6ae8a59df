import type { Audit } from '#audit/index.ts';
import type { Settings } from '#config/settings.ts';
import type { Credentials } from '#credentials/index.ts';
import type { Database } from '#db/database.ts';
import type { Directory } from '#directory/index.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Ids, Random } from '#kernel/ids.ts';
import type { Seal } from '#kernel/seal.ts';

/** What the endpoints of provisioning are made from. */
export interface ProvisioningDeps {
  readonly db: Database;
  readonly directory: Directory;
  readonly credentials: Credentials;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly seal: Seal;
  /** Whether a schema knows the attribute of that type and name, as SCIM writes it. */
  readonly isStored: (resourceType: string, path: string) => boolean;
  /** Base of every address that is shown. */
  readonly publicUrl: () => string;
  readonly settings: Settings;
}
