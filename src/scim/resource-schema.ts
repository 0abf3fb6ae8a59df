import { type TObject, type TSchema, Type } from 'typebox';
import type { Attribute, ResourceType } from '#scim/protocol/index.ts';

/** The schema of a request body, or of a response, from which `attributes` may omit required attributes. */
export type Direction = 'sent' | 'shown';

/** Returns the JSON schema of a resource, made from the same attribute definitions as /Schemas. */
export function resourceSchema(
  type: ResourceType,
  direction: Direction,
  description: string,
): TObject {
  const extensions = type.extensions.map(({ schema, required, attributes }) => {
    const members = Type.Object(membersOf(attributes.map(definitionOf), direction));
    const isRequired = required && direction === 'sent';
    return [schema, isRequired ? members : Type.Optional(members)];
  });
  return Type.Object(
    {
      ...membersOf(type.attributes.map(definitionOf), direction),
      ...Object.fromEntries(extensions),
    },
    {
      title: `Scim${type.name}${direction === 'sent' ? 'Body' : ''}`,
      description,
      additionalProperties: true,
    },
  );
}

const definitionOf = ({ definition }: { readonly definition: Attribute }): Attribute => definition;

/** Attributes of every response; `attributes` selects among the others (RFC 7644 §3.9). */
const ALWAYS = ['schemas', 'id'];

function membersOf(
  attributes: readonly Attribute[],
  direction: Direction,
): Record<string, TSchema> {
  return Object.fromEntries(
    attributes.map((attribute) => {
      const schema = schemaOf(attribute, direction);
      const required =
        direction === 'sent'
          ? attribute.required && attribute.mutability !== 'readOnly'
          : ALWAYS.includes(attribute.name);
      return [attribute.name, required ? schema : Type.Optional(schema)];
    }),
  );
}

function schemaOf(attribute: Attribute, direction: Direction): TSchema {
  const { description, mutability, returned, multiValued } = attribute;
  const options = {
    description,
    // Clients send `schemas` too, although it is readOnly.
    ...(mutability === 'readOnly' && attribute.name !== 'schemas' && { readOnly: true }),
    ...(returned === 'never' && { writeOnly: true }),
  };
  return multiValued
    ? Type.Array(elementOf(attribute, direction, {}), options)
    : elementOf(attribute, direction, options);
}

function elementOf(
  attribute: Attribute,
  direction: Direction,
  options: Readonly<Record<string, unknown>>,
): TSchema {
  const { type, canonicalValues, maxLength, subAttributes = [] } = attribute;
  const isNeeded = attribute.required && direction === 'sent';
  const text = {
    ...options,
    // A value of blanks alone is refused.
    ...(isNeeded && { minLength: 1, pattern: '\\S' }),
    ...(maxLength !== undefined && { maxLength }),
    ...(canonicalValues && { examples: canonicalValues }),
  };
  switch (type) {
    case 'boolean':
      return Type.Boolean(options);
    case 'integer':
      return Type.Integer(options);
    case 'decimal':
      return Type.Number(options);
    case 'dateTime':
      return Type.String({ ...options, format: 'date-time' });
    case 'binary':
      return Type.String({ ...options, contentEncoding: 'base64' });
    case 'complex':
      return Type.Object(membersOf(subAttributes, direction), options);
    default:
      return Type.String(text);
  }
}
