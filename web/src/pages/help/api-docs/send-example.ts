import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { contentOf, type Operation, objectAt, pretty, textAt } from './api-document.ts';

export interface Answered {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  /** Undefined for a file. */
  readonly text: string | undefined;
}

export interface Draft {
  /** By name of the parameter; an empty one is left out of the query. */
  readonly values: Readonly<Record<string, string>>;
  readonly body: string;
  readonly file: File | undefined;
}

const TEXTUAL = /json|text|xml|csv/;

/** Returns the request of the example, for people to change. */
export function draftOf({ told }: Operation, parameters: readonly JsonObject[]): Draft {
  const values = parameters.map((each) => {
    const example = member(each, 'example');
    return [textAt(each, 'name'), example === undefined ? '' : pretty(example)];
  });
  const [type, content] = contentOf(objectAt(told, 'requestBody')) ?? ['', {}];
  const example = member(content, 'example');
  return {
    values: Object.fromEntries(values),
    body: example === undefined ? '' : bodyText(type, example),
    file: undefined,
  };
}

const isForm = (type: string): boolean => type === 'application/x-www-form-urlencoded';

/** Returns the example of a body as it is sent. */
export function bodyText(type: string, example: JsonValue): string {
  if (!isForm(type) || !isObject(example)) return pretty(example);
  const fields = Object.entries(example).map(([name, value]): [string, string] => [
    name,
    pretty(value),
  ]);
  return new URLSearchParams(fields).toString();
}

/** Whether the body is a file that somebody chooses. */
export function takesFile({ told }: Operation): boolean {
  const [, content] = contentOf(objectAt(told, 'requestBody')) ?? ['', {}];
  return textAt(objectAt(content, 'schema'), 'format') === 'binary';
}

/** Sends a request to this Formstead, without the cookies of the person who is signed in. @throws TypeError without a network */
export async function sendExample(
  { method, path, told }: Operation,
  parameters: readonly JsonObject[],
  { values, body, file }: Draft,
  token: string,
): Promise<Answered> {
  const inPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
  const given = (place: string) =>
    parameters
      .filter((each) => textAt(each, 'in') === place)
      .map((each): [string, string] => [textAt(each, 'name'), values[textAt(each, 'name')] ?? ''])
      .filter(([, value]) => value !== '');
  const query = new URLSearchParams(given('query')).toString();
  const [type] = contentOf(objectAt(told, 'requestBody')) ?? [undefined];
  const sent = file ?? (body === '' ? undefined : body);
  const response = await fetch(query === '' ? inPath : `${inPath}?${query}`, {
    method,
    credentials: 'omit',
    cache: 'no-store',
    headers: {
      ...Object.fromEntries(given('header')),
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(sent !== undefined && type !== undefined && { 'content-type': file?.type || type }),
    },
    ...(sent !== undefined && { body: sent }),
  });
  const isText = TEXTUAL.test(response.headers.get('content-type') ?? 'text');
  return {
    status: response.status,
    headers: [...response.headers],
    text: isText ? readable(await response.text()) : undefined,
  };
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
