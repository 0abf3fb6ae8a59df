import {
  builtIn,
  findResourceType,
  type Registry,
  type ResolvedAttribute,
  type ResourceType,
} from '#scim/protocol/index.ts';

/** The schemas of a deployment: the built-in ones and the operator's. */
export interface ScimTypes {
  readonly registry: Registry;
  readonly user: ResourceType;
  readonly group: ResourceType;
}

export function typesOf(registry: Registry): ScimTypes {
  const typeNamed = (name: string): ResourceType => {
    const type = findResourceType(registry, name);
    if (!type) throw new Error(`The registry has no resource type ${name}.`);
    return type;
  };
  return { registry, user: typeNamed('User'), group: typeNamed('Group') };
}

export const builtInTypes = typesOf(builtIn);

/** Returns an attribute and all its sub-attributes. */
export const withParts = (attribute: ResolvedAttribute): readonly ResolvedAttribute[] => [
  attribute,
  ...attribute.subAttributes.flatMap(withParts),
];

/** Returns whether a schema of the type knows an attribute, so that it is stored. `path` is a SCIM attribute path. */
export const isStoredIn =
  ({ user, group }: ScimTypes) =>
  (resourceType: string, path: string): boolean =>
    [user, group].some(
      (type) =>
        (type.name === resourceType || resourceType === 'Bulk') && type.find(path) !== undefined,
    );
