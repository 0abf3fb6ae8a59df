import { ASSERTION } from './names.ts';
import { childrenOf, type Kind, type XmlElement } from './xml.ts';

const saml = (name: string): Kind => [ASSERTION, name];

/**
 * Returns the values of each attribute, by its Name as it is written. A value with elements inside is left out, as is an
 * empty one: part of a value is never taken for the whole.
 */
export function readSamlAttributes(assertion: XmlElement): ReadonlyMap<string, readonly string[]> {
  const attributes = childrenOf(assertion, saml('AttributeStatement')).flatMap((statement) =>
    childrenOf(statement, saml('Attribute')),
  );
  const values = new Map<string, readonly string[]>();
  for (const attribute of attributes) {
    const name = attribute.attributes.get('Name');
    if (name === undefined) continue;
    const found = childrenOf(attribute, saml('AttributeValue'))
      .filter(({ children, text }) => children.length === 0 && text !== '')
      .map(({ text }) => text);
    values.set(name, [...(values.get(name) ?? []), ...found]);
  }
  return values;
}
