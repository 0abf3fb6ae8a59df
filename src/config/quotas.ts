import { integer } from './setting.ts';
import type { Source } from './source.ts';

/** Limits of an account, unless an operator set others for it; undefined: no limit. */
export interface QuotaSettings {
  /** Total of attached files, the pictures made from them, and results of exports. */
  readonly fileBytes: number | undefined;
  /** Number of forms, without deleted ones. */
  readonly forms: number | undefined;
  /** How much one user may upload per day (UTC). */
  readonly uploadBytesPerDay: number | undefined;
  /** Total of the answers of forms and of their history. */
  readonly answerBytes: number | undefined;
  /** How much one user, or one public link, may add to it per day (UTC). */
  readonly answerBytesPerDay: number | undefined;
  readonly answerBytesPerLinkPerDay: number | undefined;
}

export interface AllQuotas extends QuotaSettings {
  /** Total of the provisioning log of an account, about. */
  readonly provisioningLogBytes: number;
}

const MIB = 1_048_576;
const MAX_MIB = 1_073_741_824;

const fileMib = integer(
  {
    name: 'FORMSTEAD_QUOTA_FILES_MIB',
    default: '51200',
    secret: false,
    description:
      'The storage limit for the files of one account, in MiB: attachments of forms, their previews, and results of exports. 0 means no limit. `formstead account quota` sets another limit for one account.',
    example: '204800',
  },
  { min: 0, max: MAX_MIB, fallback: 51_200 },
);

const forms = integer(
  {
    name: 'FORMSTEAD_QUOTA_FORMS',
    default: '1000000',
    secret: false,
    description:
      'The maximum number of forms of one account. Deleted forms do not count. 0 means no limit. `formstead account quota` sets another limit for one account.',
    example: '5000000',
  },
  { min: 0, max: 1_000_000_000, fallback: 1_000_000 },
);

const uploadMib = integer(
  {
    name: 'FORMSTEAD_QUOTA_UPLOAD_MIB_PER_DAY',
    default: '2048',
    secret: false,
    description:
      'How much one user may upload per day (UTC), in MiB, so that nobody fills the storage of an account alone. 0 means no limit.',
    example: '10240',
  },
  { min: 0, max: MAX_MIB, fallback: 2048 },
);

const answerMib = integer(
  {
    name: 'FORMSTEAD_QUOTA_ANSWERS_MIB',
    default: '20480',
    secret: false,
    description:
      'The storage limit for the answers of one account, drafts and the history of forms included, in MiB. Deleted forms count until they are removed for good after 30 days. A tenth more, and at least 10 MiB, is reserved for what devices began without a connection. 0 means no limit. `formstead account quota` sets another limit for one account.',
    example: '102400',
  },
  { min: 0, max: MAX_MIB, fallback: 20_480 },
);

const answersPerDayMib = integer(
  {
    name: 'FORMSTEAD_QUOTA_ANSWERS_MIB_PER_DAY',
    default: '1024',
    secret: false,
    description:
      'How much one user may add to the answers and the history of forms per day (UTC), in MiB, so that nobody fills the storage of an account alone. Deleting gives nothing back on the same day. 0 means no limit.',
    example: '4096',
  },
  { min: 0, max: MAX_MIB, fallback: 1024 },
);

const answersPerLinkMib = integer(
  {
    name: 'FORMSTEAD_QUOTA_ANSWERS_MIB_PER_LINK_PER_DAY',
    default: '512',
    secret: false,
    description:
      'How much all visitors of one public link may send per day (UTC), in MiB. One site (an IPv4 /24 or IPv6 /48 network) may use an eighth of it. A tenth more is reserved for sites that have sent nothing that day. 0 means no limit.',
    example: '2048',
  },
  { min: 0, max: MAX_MIB, fallback: 512 },
);

const logMib = integer(
  {
    name: 'FORMSTEAD_QUOTA_PROVISIONING_LOG_MIB',
    default: '2048',
    secret: false,
    description:
      'The maximum size of the provisioning log of one account, in MiB. Beyond it the oldest requests are deleted, before the time that the account keeps them has passed.',
    example: '10240',
  },
  { min: 16, max: MAX_MIB, fallback: 2048 },
);

export const QUOTAS_REFERENCE = [
  ...[fileMib.reference, forms.reference, uploadMib.reference, answerMib.reference],
  ...[answersPerDayMib.reference, answersPerLinkMib.reference, logMib.reference],
];

export const readQuotas = (source: Source): AllQuotas => ({
  fileBytes: someOf(fileMib.read(source) * MIB),
  forms: someOf(forms.read(source)),
  uploadBytesPerDay: someOf(uploadMib.read(source) * MIB),
  answerBytes: someOf(answerMib.read(source) * MIB),
  answerBytesPerDay: someOf(answersPerDayMib.read(source) * MIB),
  answerBytesPerLinkPerDay: someOf(answersPerLinkMib.read(source) * MIB),
  provisioningLogBytes: logMib.read(source) * MIB,
});

const someOf = (limit: number): number | undefined => (limit === 0 ? undefined : limit);
