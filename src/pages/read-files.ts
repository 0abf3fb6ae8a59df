import { type Endpoint, endpoint, type Reply, type Request } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import type { BuiltFile, BuiltFiles } from './built-files.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';
const FOR_A_DAY = 'public, max-age=86400';

/** The service worker keeps the app on the device, so that it opens without a network. */
const SERVICE_WORKER = '/service-worker.js';
const OF_THE_WORKER = {
  // Browsers check for a new build at each visit.
  'cache-control': 'no-cache',
  // This policy applies to the worker, not to the pages: it only fetches from this server.
  'content-security-policy': "default-src 'none'; connect-src 'self'",
};

/** The worker that reads barcodes is the only code that runs WebAssembly. Its policy applies to it, not to the pages. */
const CODE_READER = /^code-reader\.worker-[\w-]+\.js$/;
const OF_THE_CODE_READER = {
  'content-security-policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
};

/** Serves the scripts, styles and pictures of the web app. */
export function readFiles(files: BuiltFiles | undefined): readonly Endpoint[] {
  const asset = endpoint({
    ...describe('/assets/:name'),
    async handle(request) {
      const file = files?.assets.get(`/assets/${request.params.name}`);
      if (file === undefined) {
        // The file belongs to an older build than the running one.
        throw fail('not-found', 'There is no such file any more. Load the page again.');
      }
      const reply = fileReply(request, file, FOR_EVER);
      if (!CODE_READER.test(request.params.name)) return reply;
      return { ...reply, headers: { ...reply.headers, ...OF_THE_CODE_READER } };
    },
  });
  const others = [...(files?.others ?? [])].map(([path, file]) =>
    endpoint({
      ...describe(path),
      async handle(request) {
        const reply = fileReply(request, file, FOR_A_DAY);
        if (path !== SERVICE_WORKER) return reply;
        return { ...reply, headers: { ...reply.headers, ...OF_THE_WORKER } };
      },
    }),
  );
  return [asset, ...others];
}

const describe = <const Path extends string>(path: Path) =>
  ({
    method: 'GET',
    path,
    protocol: 'problem',
    access: 'public',
    limit: 'public',
    doc: {
      summary: 'A file of the web app',
      tag: 'Pages',
      hidden: true,
      responses: { 200: { description: 'The file.', mediaType: '*/*' } },
    },
  }) as const;

function fileReply(request: Request<undefined>, file: BuiltFile, cacheControl: string): Reply {
  const accepted = acceptedCodings(request.headers['accept-encoding']);
  const [coding, read = file.read] = file.encoded.find(([each]) => accepted.has(each)) ?? [];
  return {
    status: 200,
    headers: {
      'content-type': file.mediaType,
      'cache-control': cacheControl,
      'cross-origin-resource-policy': 'same-origin',
      vary: 'accept-encoding',
      ...(coding !== undefined && { 'content-encoding': coding }),
    },
    body: read(),
  };
}

/** Returns the codings that Accept-Encoding names, except those with weight 0 (RFC 9110 §12.5.3). */
function acceptedCodings(header = ''): ReadonlySet<string> {
  const named = header.toLowerCase().split(',');
  const wanted = named.filter((each) => !/;\s*q=0(?:\.0*)?\s*$/.test(each));
  return new Set(wanted.map((each) => each.split(';', 1)[0]?.trim() ?? ''));
}
