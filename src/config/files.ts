import { type Secret, secret } from './secret.ts';
import { integer, onOff, type Parsed, setting, text } from './setting.ts';
import type { Source } from './source.ts';

/** A bucket of Amazon S3 or of a compatible service. */
export interface S3Settings {
  /** `https://host[:port][/path]`, without a trailing slash. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: Secret<string>;
  readonly secretKey: Secret<string>;
}

export interface FileSettings {
  /** Undefined: files are kept in the data directory. */
  readonly s3: S3Settings | undefined;
  /** Whether admins may have exports copied into the bucket. */
  readonly exportsToBucket: boolean;
  /** The largest attachment, in bytes. */
  readonly maxAttachmentBytes: number;
}

const MIB = 1_048_576;

function parseEndpoint(value: string): Parsed<string> {
  const url = URL.parse(value);
  const fix =
    'Set only the address of the S3 service, for example https://s3.eu-central-1.amazonaws.com.';
  if (!url || !/^https?:$/.test(url.protocol)) return { problem: 'It is not a web address.', fix };
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return { problem: 'It contains more than an address.', fix };
  }
  return { value: url.href.replace(/\/+$/, '') };
}

function parseBucket(value: string): Parsed<string> {
  if (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value)) return { value };
  return {
    problem: 'It is not a valid bucket name.',
    fix: 'Use 3 to 63 lower-case letters, digits, dots and hyphens.',
  };
}

const secretText = (value: string): Parsed<Secret<string>> => ({ value: secret(value) });

const endpoint = setting<string | undefined>(
  {
    name: 'FORMSTEAD_FILES_S3_ENDPOINT',
    default: 'unset: files are kept in the folder files of the data directory',
    secret: false,
    description:
      'The S3 service (Amazon or compatible) that stores the files of forms and exports instead of the data directory. Formstead addresses the bucket by path. Several nodes on one PostgreSQL database need this setting or a shared data directory. Changing the setting does not move existing files: formstead migrate-files does.',
    example: 'https://s3.eu-central-1.amazonaws.com',
  },
  parseEndpoint,
  undefined,
);

const bucket = setting<string | undefined>(
  {
    name: 'FORMSTEAD_FILES_S3_BUCKET',
    default: 'unset; needed with FORMSTEAD_FILES_S3_ENDPOINT',
    secret: false,
    description: 'The bucket. It must exist and must not be public.',
    example: 'formstead-files',
  },
  parseBucket,
  undefined,
);

const region = text(
  {
    name: 'FORMSTEAD_FILES_S3_REGION',
    default: 'us-east-1',
    secret: false,
    description: 'The region of the bucket, which is part of the signature of requests.',
    example: 'eu-central-1',
  },
  'us-east-1',
);

const accessKey = setting<Secret<string> | undefined>(
  {
    name: 'FORMSTEAD_FILES_S3_ACCESS_KEY',
    default: 'unset; needed with FORMSTEAD_FILES_S3_ENDPOINT',
    secret: true,
    description:
      'The id of the access key. The key needs s3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket on the bucket, and no more.',
    example: 'AKIAIOSFODNN7EXAMPLE',
  },
  secretText,
  undefined,
);

const secretKey = setting<Secret<string> | undefined>(
  {
    name: 'FORMSTEAD_FILES_S3_SECRET_KEY',
    default: 'unset; needed with FORMSTEAD_FILES_S3_ENDPOINT',
    secret: true,
    description: 'The secret of the access key.',
    example: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  },
  secretText,
  undefined,
);

const maxAttachment = integer(
  {
    name: 'FORMSTEAD_ATTACHMENT_MAX_MIB',
    default: '10',
    secret: false,
    description: 'The maximum size of one file attached to a form, in MiB.',
    example: '25',
  },
  { min: 1, max: 1024, fallback: 10 },
);

const toBucket = onOff(
  {
    name: 'FORMSTEAD_EXPORTS_TO_BUCKET',
    default: 'off',
    secret: false,
    description:
      'Whether admins may have scheduled exports copied into the bucket of FORMSTEAD_FILES_S3_BUCKET, below `exports/`. Formstead never deletes these copies and does not count them in quotas: add a lifecycle rule to the bucket, and give programs that read them a key for this prefix only.',
    example: 'on',
  },
  false,
);

export const FILES_REFERENCE = [
  endpoint.reference,
  bucket.reference,
  region.reference,
  accessKey.reference,
  secretKey.reference,
  toBucket.reference,
  maxAttachment.reference,
];

export function readFileSettings(source: Source): FileSettings {
  const s3 = readS3(source);
  const exportsToBucket = toBucket.read(source);
  if (exportsToBucket && !source.isGiven(endpoint.reference)) {
    const { name } = toBucket.reference;
    const problem = `It is on, but ${endpoint.reference.name} is not set.`;
    source.complain({ name, problem, fix: `Set ${endpoint.reference.name} too, or remove it.` });
  }
  return { s3, exportsToBucket, maxAttachmentBytes: maxAttachment.read(source) * MIB };
}

function readS3(source: Source): S3Settings | undefined {
  const found = {
    endpoint: endpoint.read(source),
    bucket: bucket.read(source),
    region: region.read(source),
    accessKey: accessKey.read(source),
    secretKey: secretKey.read(source),
  };
  if (found.endpoint === undefined) {
    refuseHalf(source);
    return undefined;
  }
  for (const { reference } of [bucket, accessKey, secretKey]) {
    if (source.isGiven(reference)) continue;
    const problem = `It is not set, and ${endpoint.reference.name} needs it.`;
    source.complain({ name: reference.name, problem, fix: `Set it: ${reference.description}` });
  }
  const { endpoint: address, bucket: name, accessKey: id, secretKey: key } = found;
  if (name === undefined || id === undefined || key === undefined) return undefined;
  return { endpoint: address, bucket: name, region: found.region, accessKey: id, secretKey: key };
}

/** Reports a bucket without an endpoint: a forgotten variable must not make files go to the data directory. */
function refuseHalf(source: Source): void {
  if (source.isGiven(endpoint.reference)) return;
  const given = [bucket, accessKey, secretKey].find(({ reference }) => source.isGiven(reference));
  if (given === undefined) return;
  const { name } = given.reference;
  const problem = `It is set, but ${endpoint.reference.name} is not.`;
  source.complain({ name, problem, fix: `Set ${endpoint.reference.name} too, or remove it.` });
}
