import { RESOURCE_TYPE, SCHEMA, SERVICE_PROVIDER_CONFIG } from './discovery-schemas.ts';
import type { Json, JsonObject } from './json.ts';
import type { Registry } from './registry.ts';
import type { ResourceType } from './resource-type.ts';
import type { Attribute, Schema } from './schema.ts';

export type AuthenticationScheme = {
  readonly type: 'oauth' | 'oauth2' | 'oauthbearertoken' | 'httpbasic' | 'httpdigest';
  readonly name: string;
  readonly description: string;
  readonly specUri?: string;
  readonly documentationUri?: string;
  readonly primary?: boolean;
};

export type ServiceProvider = {
  /** Without a trailing slash: `https://…/scim/v2`. */
  readonly baseUrl: string;
  readonly documentationUri?: string;
  /** Each is true exactly when the feature works, because clients rely on it. */
  readonly supports: {
    readonly patch: boolean;
    readonly bulk: boolean;
    readonly filter: boolean;
    readonly changePassword: boolean;
    readonly sort: boolean;
    readonly etag: boolean;
    readonly cursor: boolean;
  };
  /** Numbers are given even for unsupported features, because authentik's model requires them. */
  readonly limits: {
    readonly bulkMaxOperations: number;
    readonly bulkMaxPayloadSize: number;
    readonly filterMaxResults: number;
    readonly defaultPageSize: number;
    readonly maxPageSize: number;
    /** The minimum lifetime of a cursor, in seconds. */
    readonly cursorTimeout?: number;
  };
  readonly authenticationSchemes: readonly AuthenticationScheme[];
};

/** Returns `/ServiceProviderConfig`: RFC 7643 §5, with the pagination block of RFC 9865 §4. */
export function serviceProviderConfig(provider: ServiceProvider): JsonObject {
  const { baseUrl, documentationUri, supports, limits, authenticationSchemes } = provider;
  return {
    schemas: [SERVICE_PROVIDER_CONFIG],
    ...(documentationUri === undefined ? {} : { documentationUri }),
    patch: { supported: supports.patch },
    bulk: {
      supported: supports.bulk,
      maxOperations: limits.bulkMaxOperations,
      maxPayloadSize: limits.bulkMaxPayloadSize,
    },
    filter: { supported: supports.filter, maxResults: limits.filterMaxResults },
    changePassword: { supported: supports.changePassword },
    sort: { supported: supports.sort },
    etag: { supported: supports.etag },
    pagination: {
      cursor: supports.cursor,
      index: true,
      defaultPaginationMethod: 'index',
      defaultPageSize: limits.defaultPageSize,
      maxPageSize: limits.maxPageSize,
      ...(limits.cursorTimeout === undefined ? {} : { cursorTimeout: limits.cursorTimeout }),
    },
    authenticationSchemes: authenticationSchemes.map((scheme) => ({ ...scheme })),
    meta: {
      resourceType: 'ServiceProviderConfig',
      location: `${baseUrl}/ServiceProviderConfig`,
    },
  };
}

/** Publishes caseExact only for text, and uniqueness not for complex values and Booleans, where it has no meaning. */
function publishAttribute(attribute: Attribute): JsonObject {
  const { name, type, multiValued, description, required, mutability, returned } = attribute;
  const text = type === 'string' || type === 'reference' || type === 'binary';
  const published: Record<string, Json> = { name, type, multiValued, description, required };
  if (attribute.canonicalValues) published['canonicalValues'] = attribute.canonicalValues;
  if (text) published['caseExact'] = attribute.caseExact;
  published['mutability'] = mutability;
  published['returned'] = returned;
  if (type !== 'complex' && type !== 'boolean') published['uniqueness'] = attribute.uniqueness;
  if (attribute.referenceTypes) published['referenceTypes'] = attribute.referenceTypes;
  if (attribute.subAttributes) {
    published['subAttributes'] = attribute.subAttributes.map(publishAttribute);
  }
  return published;
}

const publishSchema = (schema: Schema, baseUrl: string): JsonObject => ({
  schemas: [SCHEMA],
  id: schema.id,
  name: schema.name,
  description: schema.description,
  attributes: schema.attributes.map(publishAttribute),
  meta: { resourceType: 'Schema', location: `${baseUrl}/Schemas/${schema.id}` },
});

/** Returns `/Schemas`: every schema that a response can name (RFC 7643 §7, RFC 7644 §4). */
export const schemaResources = (registry: Registry, baseUrl: string): readonly JsonObject[] =>
  registry.schemas.map((schema) => publishSchema(schema, baseUrl));

const publishResourceType = ({ definition }: ResourceType, baseUrl: string): JsonObject => ({
  schemas: [RESOURCE_TYPE],
  id: definition.name,
  name: definition.name,
  description: definition.description,
  endpoint: definition.endpoint,
  schema: definition.schema,
  schemaExtensions: definition.schemaExtensions.map((extension) => ({ ...extension })),
  meta: { resourceType: 'ResourceType', location: `${baseUrl}/ResourceTypes/${definition.name}` },
});

/** Returns `/ResourceTypes` (RFC 7643 §6). */
export const resourceTypeResources = (registry: Registry, baseUrl: string): readonly JsonObject[] =>
  registry.resourceTypes.map((type) => publishResourceType(type, baseUrl));

/** Returns one of the resources above by its id, in any letter case, because ids are URNs and names. */
export function findById(resources: readonly JsonObject[], id: string): JsonObject | undefined {
  const wanted = id.toLowerCase();
  return resources.find(({ id: own }) => typeof own === 'string' && own.toLowerCase() === wanted);
}
