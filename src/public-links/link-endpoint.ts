import type { Static, TSchema } from 'typebox';
import {
  endpoint,
  type LinkEndpoint,
  type LinkPrincipal,
  type Reply,
  type Request,
} from '#http/endpoint.ts';
import { parseBodyInput } from '#http/input.ts';

type Given = 'protocol' | 'limit' | 'access' | 'body' | 'handle' | 'path';

interface Spec<Path extends string> extends Omit<LinkEndpoint, Given> {
  readonly path: Path;
}

/** An endpoint for people who have a public link; errors as RFC 9457. */
export const linkEndpoint = <const Path extends string>(
  spec: Spec<Path> & {
    readonly body?: 'bytes';
    handle(request: Request<LinkPrincipal>): Promise<Reply>;
  },
): LinkEndpoint => endpoint({ ...spec, ...PARTS });

/** The same with a JSON body, which the schema checks and documents. */
export const linkEndpointWithBody = <B extends TSchema, const Path extends string>({
  body,
  ...spec
}: Spec<Path> & {
  readonly body: B;
  handle(
    request: Omit<Request<LinkPrincipal>, 'body'> & { readonly body: Static<B> },
  ): Promise<Reply>;
}): LinkEndpoint =>
  endpoint({
    ...spec,
    ...PARTS,
    body: 'json',
    doc: { ...spec.doc, body },
    handle: (request) => spec.handle({ ...request, body: parseBodyInput(body, request.body) }),
  });

const PARTS = { protocol: 'problem', limit: 'api', access: { link: true } } as const;
