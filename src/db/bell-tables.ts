import type { NoticeChannel, NoticeChoice, NoticeKind, NoticeSubject } from '#kernel/notice.ts';
import type { Fixed } from './column-types.ts';

/** Something that happened, until the people whom it concerns have their notices. */
interface BellCausesTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  kind: Fixed<NoticeKind>;
  subject_type: Fixed<NoticeSubject>;
  subject_id: Fixed<string>;
  key: Fixed<string>;
  /** JSON: the users and groups, `[{ type, id }]`. */
  recipients: Fixed<string>;
  by_user: Fixed<string | null>;
  outcome: Fixed<string | null>;
  at: Fixed<number>;
  /** When the next attempt is due. */
  next_at: number;
  attempts: number;
  /** The person, link or credential whose request it comes of; null for the service. */
  caused_by: Fixed<string | null>;
}

/** The notices of people. */
interface BellNoticesTable {
  account_id: Fixed<string>;
  user_id: Fixed<string>;
  id: Fixed<string>;
  kind: Fixed<NoticeKind>;
  /** Unique for each user. That of a notice that was read is followed by its id, so that the next one is new. */
  key: string;
  subject_type: Fixed<NoticeSubject>;
  /** JSON: the ids that it is about, the newest last; at most 50. */
  subjects: string;
  /** How many it is about. */
  count: number;
  by_user: string | null;
  outcome: Fixed<string | null>;
  /** When the last of it happened. */
  at: number;
  read_at: number | null;
  /** When it came, grew or was read, for streams. */
  changed_at: number;
}

/** Up to where a job has told which assignments are due, by account and kind of notice. */
interface BellMarksTable {
  account_id: Fixed<string>;
  name: Fixed<string>;
  due: number;
  id: string;
}

/** What people have chosen; the default holds for everything else (notices/choices/choices.ts). */
interface NoticeChoicesTable {
  account_id: Fixed<string>;
  user_id: Fixed<string>;
  kind: Fixed<NoticeKind>;
  channel: Fixed<NoticeChannel>;
  choice: NoticeChoice;
}

/** At what hours people are told, by their clock. */
interface NoticeHoursTable {
  account_id: Fixed<string>;
  user_id: Fixed<string>;
  /** Null: that of the profile, or of the organisation. */
  time_zone: string | null;
  /** A full hour, from 0 to 23. */
  digest_hour: number;
  /** Full hours, from 0 to 23. Null: nothing waits. */
  quiet_from: number | null;
  quiet_until: number | null;
}

/** What waits to be mailed to people, in one mail with everything that is due then. */
interface BellMailsTable {
  account_id: Fixed<string>;
  user_id: Fixed<string>;
  kind: Fixed<NoticeKind>;
  subject_type: Fixed<NoticeSubject>;
  subject_id: Fixed<string>;
  by_user: string | null;
  outcome: string | null;
  /** When it happened. */
  at: number;
  due_at: number;
}

export interface BellTables {
  bell_causes: BellCausesTable;
  bell_notices: BellNoticesTable;
  bell_marks: BellMarksTable;
  bell_mails: BellMailsTable;
  notice_choices: NoticeChoicesTable;
  notice_hours: NoticeHoursTable;
}
