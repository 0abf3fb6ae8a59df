import { Code, Text } from '@mantine/core';

const EXTENSION = /^(urn:.*):([^:]+)$/;

/** Shows the name of an attribute, with the URN of its schema below it in small letters. */
export function AttributePath({ path }: { readonly path: string }) {
  const [, schema, name = path] = EXTENSION.exec(path) ?? [];
  return (
    <>
      <Code className="wrap-anywhere">{name}</Code>
      {schema !== undefined && (
        <Text size="xs" c="dimmed" className="wrap-anywhere">
          {schema}
        </Text>
      )}
    </>
  );
}
