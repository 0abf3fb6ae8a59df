import { Code, Text } from '@mantine/core';

const EXTENSION = /^(urn:.*):([^:]+)$/;

/** The name in front, the URN of its schema small below it. */
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
