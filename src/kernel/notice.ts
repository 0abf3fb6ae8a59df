/** What people are told about, in the order in which pages list it. */
export const NOTICE_KINDS = [
  'assigned',
  'due-soon',
  'late',
  'handed-on',
  'reminder',
  'review-asked',
  'review-decided',
  'came-in',
  'remark',
  'rule',
  'rule-stopped',
  'export-ready',
  'job-ready',
  'delivery-failing',
  'webhook-failing',
  'dashboard',
  'retention',
  'alert',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** The ways by which people are told besides the bell, which shows everything. */
export const NOTICE_CHANNELS = ['mail', 'push'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

/** When somebody is told by a channel: at once, once a day with everything else, or never. */
export const NOTICE_CHOICES = ['now', 'digest', 'off'] as const;
export type NoticeChoice = (typeof NOTICE_CHOICES)[number];

/** What a notice can be about. */
export const NOTICE_SUBJECTS = [
  'form',
  'assignment',
  'template',
  'export',
  'scheduled-export',
  'bulk',
  'webhook',
  'dashboard',
  'alert',
] as const;
export type NoticeSubject = (typeof NOTICE_SUBJECTS)[number];

/** Who is told: a user, all users of a group, those whom a review asks, or all admins (whose `id` says nothing). */
export interface Told {
  readonly type: 'User' | 'Group' | 'Panel' | 'Admins';
  readonly id: string;
}

/** Something that happened, and who is told about it. It holds ids only: names and texts are read when it is shown. */
export interface NewNotice {
  readonly accountId: string;
  readonly kind: NoticeKind;
  readonly about: { readonly type: NoticeSubject; readonly id: string };
  /** While a notice of this kind and key is unread, further ones are added to it, and people see one with a number. */
  readonly key: string;
  readonly to: readonly Told[];
  /** The user who did it, who is not told. */
  readonly by?: string | undefined;
  /** One word, such as the decision of a reviewer. */
  readonly outcome?: string | undefined;
}

/** Tells people about something, in the transaction in which it happens. */
export type Tell<Tx> = (tx: Tx, notice: NewNotice) => Promise<void>;
