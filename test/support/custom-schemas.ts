// An operator's schemas for tests, with one attribute of each type and characteristic.
import { join } from 'node:path';
import type { InstanceOptions } from './instance.ts';

/** Extends User, and is optional. */
export const BADGE = 'urn:example:params:scim:schemas:extension:Badge';
/** Extends Group, and is required. */
export const UNIT = 'urn:example:params:scim:schemas:extension:Unit';
export const withCustomSchemas: InstanceOptions = {
  env: { FORMSTEAD_SCIM_SCHEMAS: join(import.meta.dirname, 'custom-schemas.json') },
};
/** The attributes that a group must have because UNIT is required. */
export const unit = { [UNIT]: { costCentre: 'K-1' } };
