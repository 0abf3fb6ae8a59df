import { resolve } from 'node:path';
import { text } from './setting.ts';
import type { Source } from './source.ts';

export interface ProvisioningSettings {
  /** An absolute path; undefined: only the built-in schemas. */
  readonly schemasFile: string | undefined;
}

const schemas = text<undefined>(
  {
    name: 'FORMSTEAD_SCIM_SCHEMAS',
    default: 'unset: the schemas of RFC 7643 only',
    secret: false,
    description: [
      'A JSON file with your own extension schemas: an array of schemas in the format of RFC 7643',
      'section 7. Each schema names the `resourceType` that it extends (`User` or `Group`) and, if',
      'every resource must have it, `required: true`. Omitted properties have the defaults of section',
      '2.2. Values are stored, filtered and sorted like all others, without a migration. Every node',
      'needs the same file. You may extend or remove an attribute that is in use (its values stay',
      'stored), but must not change its `type`, `multiValued` or `caseExact`. `uniqueness` `server` and',
      '`global` apply within an account. If an attribute becomes unique while stored values repeat, the',
      'start fails and names them. Change the file on all nodes at once. `formstead doctor` checks the',
      'file against the stored values. Multi-valued attributes of groups are not supported.',
    ].join(' '),
    example: '/etc/formstead/schemas.json',
  },
  undefined,
);

export const PROVISIONING_REFERENCE = [schemas.reference];

export const readProvisioning = (source: Source): ProvisioningSettings => {
  const path = schemas.read(source);
  return { schemasFile: path === undefined ? undefined : resolve(path) };
};
