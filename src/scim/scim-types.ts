import {
  builtIn,
  findResourceType,
  type Registry,
  type ResolvedAttribute,
  type ResourceType,
} from '#scim/protocol/index.ts';

/** The schemas of a deployment: the built-in ones, and those its operator added. */
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

/** An attribute and what it consists of. */
export const withParts = (attribute: ResolvedAttribute): readonly ResolvedAttribute[] => [
  attribute,
  ...attribute.subAttributes.flatMap(withParts),
];

/** Whether a body's attribute is kept: some schema of the type knows it. `path` is as SCIM writes it. */
export const isStoredIn =
  ({ user, group }: ScimTypes) =>
  (resourceType: string, path: string): boolean =>
    [user, group].some(
      (type) =>
        (type.name === resourceType || resourceType === 'Bulk') && type.find(path) !== undefined,
    );
