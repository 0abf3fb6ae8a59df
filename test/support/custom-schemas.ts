// An operator's schemas for tests: one attribute of each type and characteristic.
import { join } from 'node:path';
import type { InstanceOptions } from './instance.ts';

/** Extends User; every resource may have it. */
export const BADGE = 'urn:example:params:scim:schemas:extension:Badge';
/** Extends Group; every group must have it. */
export const UNIT = 'urn:example:params:scim:schemas:extension:Unit';
export const withCustomSchemas: InstanceOptions = {
  env: { FORMSTEAD_SCIM_SCHEMAS: join(import.meta.dirname, 'custom-schemas.json') },
};
/** What a group needs where UNIT is required. */
export const unit = { [UNIT]: { costCentre: 'K-1' } };
