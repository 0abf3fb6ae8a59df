import type { Audit } from '#audit/index.ts';
import type { Settings } from '#config/settings.ts';
import type { Credentials } from '#credentials/index.ts';
import type { Database } from '#db/database.ts';
import type { Directory } from '#directory/index.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Ids, Random } from '#kernel/ids.ts';
import type { Seal } from '#kernel/seal.ts';

/** Dependencies of the provisioning endpoints. */
export interface ProvisioningDeps {
  readonly db: Database;
  readonly directory: Directory;
  readonly credentials: Credentials;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly seal: Seal;
  /** Whether a schema knows the attribute with that resource type and path, as SCIM writes them. */
  readonly isStored: (resourceType: string, path: string) => boolean;
  /** Base of all addresses that admins see. */
  readonly publicUrl: () => string;
  readonly settings: Settings;
}
