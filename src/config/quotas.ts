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
  ...[fileMib.reference, forms.reference, uploadMib.reference, logMib.reference],
];

export const readQuotas = (source: Source): AllQuotas => ({
  fileBytes: someOf(fileMib.read(source) * MIB),
  forms: someOf(forms.read(source)),
  uploadBytesPerDay: someOf(uploadMib.read(source) * MIB),
  provisioningLogBytes: logMib.read(source) * MIB,
});

const someOf = (limit: number): number | undefined => (limit === 0 ? undefined : limit);
