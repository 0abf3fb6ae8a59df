import {
  type JsonObject,
  listResponse,
  type Registry,
  resourceTypeResources,
  schemaResources,
} from '#scim/protocol/index.ts';
import { type ScimDeps, scimBaseUrl } from '#scim/scim-deps.ts';

/** The discovery resources, which vary only with the address of the service: they are built once for each address. */
export interface Documents {
  readonly schemas: readonly JsonObject[];
  readonly resourceTypes: readonly JsonObject[];
  /** The list responses as JSON text. */
  readonly schemaList: string;
  readonly resourceTypeList: string;
}

export function createDocuments(deps: ScimDeps): () => Documents {
  let madeFor: string | undefined;
  let documents: Documents | undefined;
  return () => {
    const baseUrl = scimBaseUrl(deps);
    if (!documents || madeFor !== baseUrl) documents = make(deps.types.registry, baseUrl);
    madeFor = baseUrl;
    return documents;
  };
}

function make(registry: Registry, baseUrl: string): Documents {
  const schemas = schemaResources(registry, baseUrl);
  const resourceTypes = resourceTypeResources(registry, baseUrl);
  return {
    schemas,
    resourceTypes,
    schemaList: listText(schemas),
    resourceTypeList: listText(resourceTypes),
  };
}

const listText = (resources: readonly JsonObject[]): string =>
  JSON.stringify(listResponse(resources, { totalResults: resources.length, startIndex: 1 }));
