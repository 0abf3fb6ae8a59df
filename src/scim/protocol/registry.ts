import { CORE_USER, coreUserSchema } from './core-user-schema.ts';
import { discoverySchemas } from './discovery-schemas.ts';
import { ENTERPRISE_USER, enterpriseUserSchema } from './enterprise-user-schema.ts';
import { CORE_GROUP, groupSchema } from './group-schema.ts';
import { compileResourceType, type ResourceType } from './resource-type.ts';
import type { ResourceTypeDefinition, Schema } from './schema.ts';

/** The schemas and resource types of a service provider; discovery and all parsers of bodies and paths use them. */
export type Registry = {
  readonly schemas: readonly Schema[];
  readonly resourceTypes: readonly ResourceType[];
};

const endpointsOf = (definitions: readonly ResourceTypeDefinition[]) =>
  new Map(definitions.map(({ name, endpoint }) => [name, endpoint]));

/** Compiles a registry. @throws Error when a definition names a schema that is not given */
export function createRegistry(
  definitions: readonly ResourceTypeDefinition[],
  schemas: readonly Schema[],
): Registry {
  const endpoints = endpointsOf(definitions);
  return {
    schemas,
    resourceTypes: definitions.map((it) => compileResourceType(it, schemas, endpoints)),
  };
}

/** The enterprise extension is not required, unlike in the example of RFC 7643 §8.6: many users lack it. */
const userDefinition: ResourceTypeDefinition = {
  name: 'User',
  description: 'User Account',
  endpoint: '/Users',
  schema: CORE_USER,
  schemaExtensions: [{ schema: ENTERPRISE_USER, required: false }],
};

const groupDefinition: ResourceTypeDefinition = {
  name: 'Group',
  description: 'Group',
  endpoint: '/Groups',
  schema: CORE_GROUP,
  schemaExtensions: [],
};

const builtInSchemas: readonly Schema[] = [
  coreUserSchema,
  enterpriseUserSchema,
  groupSchema,
  ...discoverySchemas,
];

const endpoints = endpointsOf([userDefinition, groupDefinition]);
export const userType = compileResourceType(userDefinition, builtInSchemas, endpoints);
export const groupType = compileResourceType(groupDefinition, builtInSchemas, endpoints);

/** User comes first, because clients take the first resource type for users. */
export const builtIn: Registry = {
  schemas: builtInSchemas,
  resourceTypes: [userType, groupType],
};
