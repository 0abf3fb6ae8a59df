// The software bill of materials of a release, as CycloneDX 1.5. `npm sbom` writes one too, but it does not know what
// is inside the web pages, and its answer changes with the clock and with the version of npm.
import { createHash } from 'node:crypto';
import { licenceOf, type Part } from './licences.ts';
import { nameAt } from './lock-file.ts';

export interface Subject {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  /** `application` if omitted. */
  readonly type?: 'application' | 'library';
}

/** A part that is no npm package, such as Node in the portable archive. */
export interface OtherPart {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** A package URL. */
  readonly purl: string;
  readonly sha256: string;
}

/** @param seconds time of the commit, in seconds since 1970 */
export function sbom(
  subject: Subject,
  parts: readonly Part[],
  { seconds, others = [] }: { readonly seconds: number; readonly others?: readonly OtherPart[] },
): object {
  const components = [...parts.map(componentOf), ...others.map(otherComponent)];
  const content = { subject, components };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(content))}`,
    version: 1,
    metadata: {
      timestamp: new Date(seconds * 1000).toISOString(),
      component: {
        type: subject.type ?? 'application',
        'bom-ref': purlOf(subject.name, subject.version),
        name: subject.name,
        version: subject.version,
        description: subject.description,
        purl: purlOf(subject.name, subject.version),
        licenses: [{ expression: subject.license }],
      },
    },
    components,
  };
}

function componentOf(part: Part): object {
  const { path, entry, bundledIn } = part;
  const name = nameAt(path);
  const version = entry.version ?? '';
  return {
    type: 'library',
    // The same package may be installed at several places, and be in the pages as well.
    'bom-ref': `${purlOf(name, version)}#${bundledIn === undefined ? path : `${bundledIn}/${path}`}`,
    name,
    version,
    purl: purlOf(name, version),
    scope: entry.optional === true ? 'optional' : 'required',
    licenses: [{ expression: licenceExpression(licenceOf(path, entry)) }],
    ...(entry.integrity !== undefined && { hashes: [hashOf(entry.integrity)] }),
    properties: [
      bundledIn === undefined
        ? { name: 'cdx:npm:package:path', value: path }
        : { name: 'formstead:bundled-in', value: bundledIn },
    ],
  };
}

const otherComponent = ({ name, version, license, purl, sha256 }: OtherPart): object => ({
  type: 'library',
  'bom-ref': purl,
  name,
  version,
  purl,
  scope: 'required',
  licenses: [{ expression: license }],
  hashes: [{ alg: 'SHA-256', content: sha256 }],
});

/** A licence without an SPDX identifier of its own needs the prefix that SPDX reserves for it. */
const licenceExpression = (licence: string): string =>
  licence === 'Bitstream-Vera' ? 'LicenseRef-Bitstream-Vera' : licence;

/** The package URL of an npm package. */
const purlOf = (name: string, version: string): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** npm writes `sha512-` and base64, CycloneDX writes hexadecimal digits. */
function hashOf(integrity: string): object {
  const [algorithm = '', digest = ''] = integrity.split('-', 2);
  return {
    alg: algorithm.toUpperCase().replace('SHA', 'SHA-'),
    content: Buffer.from(digest, 'base64').toString('hex'),
  };
}

/** A UUID of version 8, made from the content, so that the same release has the same one. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return [...parts, hex.slice(20, 32)].join('-');
}
