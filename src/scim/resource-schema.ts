import { type TObject, type TSchema, Type } from 'typebox';
import type { Attribute, ResourceType } from '#scim/protocol/index.ts';

/**
 * A resource as the API document tells it, made from the same attribute definitions as /Schemas. One
 * schema for what is sent and what is answered: `readOnly` and `writeOnly` tell the difference.
 */
export function resourceSchema(type: ResourceType, description: string): TObject {
  const extensions = type.extensions.map(({ schema, required, attributes }) => {
    const members = Type.Object(membersOf(attributes.map(({ definition }) => definition)));
    return [schema, required ? members : Type.Optional(members)];
  });
  return Type.Object(
    {
      ...membersOf(type.attributes.map(({ definition }) => definition)),
      ...Object.fromEntries(extensions),
    },
    { title: `Scim${type.name}`, description, additionalProperties: true },
  );
}

/** `schemas` and `id` are in every answer; what else is required must be sent. */
const ALWAYS = ['schemas', 'id'];

function membersOf(attributes: readonly Attribute[]): Record<string, TSchema> {
  return Object.fromEntries(
    attributes.map((attribute) => {
      const schema = schemaOf(attribute);
      const required = attribute.required || ALWAYS.includes(attribute.name);
      return [attribute.name, required ? schema : Type.Optional(schema)];
    }),
  );
}

function schemaOf(attribute: Attribute): TSchema {
  const { description, mutability, returned, multiValued } = attribute;
  const options = {
    description,
    // Clients name the schemas they use, although the answer is ours.
    ...(mutability === 'readOnly' && attribute.name !== 'schemas' && { readOnly: true }),
    ...(returned === 'never' && { writeOnly: true }),
  };
  return multiValued
    ? Type.Array(elementOf(attribute, {}), options)
    : elementOf(attribute, options);
}

function elementOf(attribute: Attribute, options: Readonly<Record<string, unknown>>): TSchema {
  const { type, canonicalValues, maxLength, subAttributes = [] } = attribute;
  const text = {
    ...options,
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
      return Type.Object(membersOf(subAttributes), options);
    default:
      return Type.String(text);
  }
}
