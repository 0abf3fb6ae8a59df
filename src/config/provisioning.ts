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
      'A JSON file with extension schemas of your own: an array of schemas as RFC 7643 section 7 writes them, each with the',
      '`resourceType` it extends (`User` or `Group`) and, if every resource must have it, `required: true`. What a definition',
      'leaves out has the defaults of section 2.2. Values are stored, filtered and sorted like any others, without a migration;',
      'every node needs the same file. An attribute that is in use may be added to or dropped (its values stay stored), but',
      'must not change `type`, `multiValued` or `caseExact`. `uniqueness` `server` and `global` are held to within an account;',
      'a start with an attribute that became unique refuses when stored values repeat, and says whose. Change the file on all',
      'nodes at once; `formstead doctor` holds it against what is stored. Not supported: multi-valued attributes of groups.',
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
