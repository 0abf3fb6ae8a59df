import { CORE_USER, coreUserSchema } from './core-user-schema.ts';
import { discoverySchemas } from './discovery-schemas.ts';
import { ENTERPRISE_USER, enterpriseUserSchema } from './enterprise-user-schema.ts';
import { CORE_GROUP, groupSchema } from './group-schema.ts';
import { compileResourceType, type ResourceType } from './resource-type.ts';
import type { ResourceTypeDefinition, Schema } from './schema.ts';

/** What one service provider offers: discovery is written from it, and so is everything that reads a body or a path. */
export type Registry = {
  readonly schemas: readonly Schema[];
  readonly resourceTypes: readonly ResourceType[];
};

const endpointsOf = (definitions: readonly ResourceTypeDefinition[]) =>
  new Map(definitions.map(({ name, endpoint }) => [name, endpoint]));

/** @throws Error when a definition names a schema that is not given. */
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

/** The enterprise extension is not required: users come without it, whatever the example of RFC 7643 §8.6 says. */
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

/** User first: clients take the first resource type for the users. */
export const builtIn: Registry = {
  schemas: builtInSchemas,
  resourceTypes: [userType, groupType],
};
