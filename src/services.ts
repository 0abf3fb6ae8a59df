// Everything that works without a listening server: the storage, the keys and the domains, put together by plain
// construction. Commands use it as the server does.
import { availableParallelism } from 'node:os';
import type { Logger } from 'pino';
import {
  type Audit,
  type Chains,
  createAudit,
  createChains,
  createRefusals,
  type Refusals,
} from '#audit/index.ts';
import { type BulkRunner, createBulkRunner } from '#bulk/index.ts';
import { resolvePublicUrl, type Settings } from '#config/settings.ts';
import { type Credentials, createCredentials } from '#credentials/index.ts';
import { createAfterCommit } from '#db/after-commit.ts';
import { describeDamage, MEND_DAMAGE } from '#db/damage-text.ts';
import type { Database } from '#db/database.ts';
import { openDatabase } from '#db/open.ts';
import { rateLimitsIn } from '#db/rate-limits.ts';
import { timed } from '#db/timed.ts';
import { traced } from '#db/traced.ts';
import {
  createDirectory,
  type Directory,
  openPasswords,
  type Passwords,
} from '#directory/index.ts';
import {
  createDocumentPress,
  createPapers,
  type DocumentPress,
  type Papers,
} from '#documents/index.ts';
import { createExportRunner, createPdfs, type ExportRunner, type Pdfs } from '#exports/index.ts';
import { type Files, openBucketObjects, openFiles, type ResultBucket } from '#files/files.ts';
import { createFontChecks, type FontChecks } from '#fonts/index.ts';
import type { FormsEvents } from '#form-basics/index.ts';
import { type CompleteForm, createCompleteForm, createForms, type Forms } from '#forms/index.ts';
import { createFailureLimit, type FailureLimit } from '#http/failure-limit.ts';
import type { CountClient } from '#http/quota.ts';
import { createIdempotency, type Idempotency } from '#idempotency/index.ts';
import type { Clock } from '#kernel/clock.ts';
import { createIds, type Ids, type Random } from '#kernel/ids.ts';
import { createSealOf, type Seal } from '#kernel/seal.ts';
import type { Tracer } from '#kernel/span.ts';
import { type MasterKeys, openKeyRing, openMasterKeys, type StoredKeyRing } from '#keys/index.ts';
import { createLists, type Lists } from '#lists/index.ts';
import { createMailer, type Mailer } from '#mail/mailer.ts';
import { createMailQueue, type MailQueue } from '#mail-queue/index.ts';
import type { Meter } from '#metrics/index.ts';
import {
  createNoticeSpreader,
  createNoticeStreams,
  createTeller,
  type NoticeSpreader,
  type NoticeStreams,
  type Teller,
  tellOfForms,
} from '#notices/index.ts';
import { createOutbound, type Outbound } from '#outbound/outbound.ts';
import { createPictures, type Pictures } from '#pictures/index.ts';
import { createLeavingGuard } from '#provisioning/index.ts';
import { createPushQueue, type PushQueue } from '#push/index.ts';
import { createQuotas, type Quotas } from '#quotas/index.ts';
import {
  createRuleEvents,
  createRuleRunner,
  type RuleEvents,
  type RuleRunner,
} from '#rules/index.ts';
import { comparisonsOf, holdUnique, readTypes, type ScimTypes } from '#scim/index.ts';
import { forgetWords, indexWords, rangeOf, termsOf, wordsOf } from '#search/index.ts';
import {
  createLinkRequests,
  createPasswordCheck,
  createSessions,
  createSignInRecorder,
  createSignInThrottle,
  type LinkRequests,
  type PasswordCheck,
  type Sessions,
  type SignInRecorder,
  type SignInThrottle,
} from '#sign-in/index.ts';
import { createImportReader, type ImportReader } from '#template-files/index.ts';
import { createSeersOf, type SeersOf } from '#templates/index.ts';
import { createDeliveryQueue, type DeliveryQueue } from '#webhooks/index.ts';
import type { FormEngines } from './questionnaires/engine/engine-types.ts';
import { createFormEngines } from './questionnaires/engine/form-engine.ts';

/** Given to the process: settings, time, randomness and a log. */
export interface Base {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** Undefined unless metrics are on and a server runs. */
  readonly meter?: Meter | undefined;
  /** Undefined unless traces are on and a server runs. Closed with the services. */
  readonly tracer?: Tracer | undefined;
  /** Makes a backup if one is due, in a process of its own; undefined if no server runs. */
  readonly backUp?: (() => Promise<void>) | undefined;
}

/** What commands and the server share. */
export interface Services extends Base {
  readonly ids: Ids;
  readonly db: Database;
  readonly audit: Audit;
  readonly refusals: Refusals;
  /** Seals and checks the audit log. */
  readonly chains: Chains;
  readonly directory: Directory;
  readonly people: Pick<Directory, 'managerOf' | 'activeAmong'>;
  readonly types: ScimTypes;
  readonly passwords: Passwords;
  readonly passwordCheck: PasswordCheck;
  readonly signInRecorder: SignInRecorder;
  readonly signInThrottle: SignInThrottle;
  /** Sends links to people who forgot their password. */
  readonly linkRequests: LinkRequests;
  /** Where nodes count requests together; undefined with SQLite, which has only one node. */
  readonly rateLimits: CountClient | undefined;
  readonly clientFailures: FailureLimit;
  readonly credentials: Credentials;
  readonly masterKeys: MasterKeys;
  readonly ring: StoredKeyRing;
  readonly outbound: Outbound;
  readonly forms: Forms;
  /** Shared lists, from which people choose in forms. */
  readonly lists: Lists;
  /** Receives each transition of a form or template. */
  readonly events: FormsEvents;
  /** Limits what an account stores. */
  readonly quotas: Quotas;
  readonly engine: FormEngines;
  readonly completeForm: CompleteForm;
  /** Who sees all forms of a template, for webhooks. */
  readonly seersOf: SeersOf;
  /** The delivery queue of webhooks. */
  readonly deliveryQueue: DeliveryQueue;
  readonly idempotency: Idempotency;
  /** Tells people about something, in its transaction. */
  readonly tell: Teller['tell'];
  readonly noticeSpreader: NoticeSpreader;
  readonly noticeStreams: NoticeStreams;
  /** The messages that wait for browsers. */
  readonly pushQueue: PushQueue;
  /** The mail queue. */
  readonly mailQueue: MailQueue;
  /** Undefined if no mail server is configured. */
  readonly mailer: Mailer | undefined;
  /** Attachments of forms and results of exports. */
  readonly files: Files;
  /** Where results of exports are copied to; undefined unless the settings allow it. */
  readonly resultBucket: ResultBucket | undefined;
  readonly pictures: Pictures;
  readonly fonts: FontChecks;
  readonly pdfs: Pdfs;
  readonly papers: Papers;
  readonly documentPress: DocumentPress;
  /** Reads files that templates are imported from. */
  readonly imports: ImportReader;
  readonly bulkRunner: BulkRunner;
  /** What happened to forms and waits for rules. */
  readonly ruleEvents: RuleEvents;
  readonly ruleRunner: RuleRunner;
  readonly exportRunner: ExportRunner;
  /** Sessions of web browsers. */
  readonly sessions: Sessions;
  /** Seals texts that clients hand back unchanged, such as page positions. */
  readonly seal: Seal;
  close(): Promise<void>;
}

/** Opens the storage, migrates its schema, and opens the keys and the domains. */
export async function openServices(base: Base): Promise<Services> {
  const { settings, clock, random, log, meter, tracer } = base;
  const { dataDir } = settings.server;
  const types = await readTypes(settings.provisioning.schemasFile);
  const opened = await openDatabase({
    dataDir,
    databaseUrl: settings.storage.databaseUrl?.reveal(),
    statementMs: settings.storage.statementSeconds * 1000,
    namedStatements: settings.storage.namedStatements,
    traceQueries: tracer !== undefined,
    readOnly: settings.storage.readOnly,
    clock,
    random,
    onError: (err) => log.error({ err }, 'an idle database connection broke'),
    onDamage: (damage) => log.error({ damage }, `${describeDamage(damage)}: ${MEND_DAMAGE}`),
  });
  const measured = meter ? timed(opened, clock, timesIn(meter)) : opened;
  const db = tracer ? traced(measured) : measured;
  try {
    const ids = createIds(clock, random);
    const audit = createAudit({ clock, ids });
    const onError = (err: unknown) => log.error({ err }, 'provisioning could not be paused');
    const leavingGuard = createLeavingGuard({ db, clock, audit, onError });
    const masterKeys = await openMasterKeys({
      db,
      dataDir,
      masterKey: settings.security.masterKey?.reveal(),
      random,
      clock,
    });
    const seal = createSealOf(() => masterKeys.inHand().map(({ key }) => key));
    const directory = createDirectory({
      seal,
      clock,
      ids,
      audit,
      search: { indexWords, forgetWords },
      comparisons: comparisonsOf(types),
      unique: await holdUnique(db, types),
      leaving: leavingGuard.leaving,
    });
    const passwords = await openPasswords({
      random,
      cores: availableParallelism(),
      settings: settings.passwords,
      publicUrl: resolvePublicUrl(settings, settings.server.port),
    });
    const noting = (what: string) => {
      return { db, clock, audit, onError: (err: unknown) => log.error({ err }, what) };
    };
    const refusals = createRefusals(noting('a refusal could not be put on record'));
    const record = noting('a sign-in could not be put on record');
    const signInRecorder = createSignInRecorder({ ...record, refusals });
    const passwordCheck = createPasswordCheck({
      db,
      directory,
      passwords,
      onError: (err) => log.error({ err }, 'a password could not be hashed anew'),
    });
    const rateLimits = rateLimitsIn(db, (err) =>
      log.warn({ err }, 'limits are counted by this node alone: the storage did not answer'),
    );
    const { failures } = settings.limits;
    const afterCommit = createAfterCommit();
    const seersOf = createSeersOf(directory);
    const deliveryQueue = createDeliveryQueue({ clock, ids, afterCommit, seersOf });
    const { mail } = settings;
    const mailQueue = createMailQueue({ clock, ids, seal, afterCommit, isOn: mail !== undefined });
    const teller = createTeller({ clock, ids, afterCommit });
    const { tell } = teller;
    const formNotices = tellOfForms(tell);
    const ruleEvents = createRuleEvents({ clock, ids, afterCommit });
    const events: FormsEvents = {
      async append(tx, event) {
        await Promise.all([
          deliveryQueue.append(tx, event),
          formNotices.append(tx, event),
          ruleEvents.append(tx, event),
        ]);
      },
      answered: (tx, before, form) => ruleEvents.answered(tx, before, form),
    };
    const watched = afterCommit.watch(leavingGuard.watch(db));
    const linkRequests = createLinkRequests({
      ...{ db: watched, clock, random, directory, mailQueue, audit, refusals, rateLimits },
      onError: (err) => log.error({ err }, 'a link for a new password could not be sent'),
    });
    const quotas = createQuotas({ settings: settings.quotas, clock, audit });
    const forms = createForms({ clock, ids, audit, directory, people: directory, events, quotas });
    const words = { wordsOf, termsOf, rangeOf };
    const lists = createLists({ db: watched, clock, ids, audit, directory, words });
    const engine = createFormEngines({ clock });
    const { readOnly } = settings.storage;
    const files = openFiles({ ...settings.files, readOnly }, dataDir);
    const { s3, exportsToBucket } = settings.files;
    const resultBucket = s3 && exportsToBucket ? openBucketObjects(s3, 'exports/') : undefined;
    const pictures = createPictures();
    const fonts = createFontChecks();
    const pdfs = createPdfs();
    const papers = createPapers();
    const documentPress = createDocumentPress();
    const imports = createImportReader(files);
    const exportRunner = createExportRunner({
      db: watched,
      directory,
      files,
      pdfs,
      documentPress,
      engine,
      clock,
      ids,
      quotas,
      tell,
      onError: (err) => log.error({ err }, 'an export failed'),
      onEnd: (kind, outcome) => meter?.count('formstead_exports_total', { kind, outcome }),
    });
    const completeForm = createCompleteForm({ db: watched, clock, forms, engine, directory });
    const bulkRunner = createBulkRunner({
      ...{ db: watched, directory, clock, ids, audit, mailQueue, forms, completeForm, tell },
      onError: (err) => log.error({ err }, 'a bulk action failed'),
    });
    const noticeStreams = createNoticeStreams({
      ...{ db: watched, clock },
      onError: (err) => log.warn({ err }, 'unread notices could not be counted for a stream'),
    });
    const pushQueue = createPushQueue({ clock, ids, afterCommit, isOn: settings.webPush });
    const noticeSpreader = createNoticeSpreader({
      ...{ db: watched, clock, ids, directory, teller, mailQueue, pushQueue },
      onChange: noticeStreams.notify,
      onError: (err) => log.error({ err }, 'notices could not be given to people'),
    });
    const ruleRunner = createRuleRunner({
      ...{ db: watched, clock, ids, audit, directory, forms, lists, engine, seal },
      ...{ mailQueue, deliveryQueue, ruleEvents, tell },
      onError: (err) => log.error({ err }, 'a rule could not be run'),
    });
    return {
      ...base,
      tell,
      noticeSpreader,
      noticeStreams,
      pushQueue,
      people: directory,
      ids,
      db: watched,
      idempotency: createIdempotency({ db: watched, clock, seal }),
      masterKeys,
      seersOf,
      deliveryQueue,
      mailQueue,
      mailer: mail && createMailer({ url: mail.url.reveal(), from: mail.from }),
      audit,
      refusals,
      chains: createChains({ db, clock, seal, audit }),
      directory,
      types,
      passwords,
      passwordCheck,
      signInRecorder,
      signInThrottle: createSignInThrottle({ db, clock, audit, settings: failures }),
      linkRequests,
      rateLimits,
      clientFailures: createFailureLimit(failures, { clock, client: rateLimits }),
      credentials: createCredentials({ clock, ids, random, audit }),
      ring: await openKeyRing({ db, clock, random, audit, masterKeys }),
      outbound: createOutbound({ allowedNetworks: settings.security.outboundNetworks }),
      forms,
      lists,
      events,
      quotas,
      engine,
      completeForm,
      bulkRunner,
      ruleEvents,
      ruleRunner,
      files,
      resultBucket,
      pictures,
      fonts,
      pdfs,
      papers,
      documentPress,
      imports,
      exportRunner,
      sessions: createSessions({ db, clock, ids, random }),
      seal,
      async close() {
        await passwordCheck.close();
        await leavingGuard.close();
        await linkRequests.close();
        await signInRecorder.close();
        await refusals.close();
        noticeStreams.close();
        await noticeSpreader.close();
        await bulkRunner.close();
        await ruleRunner.close();
        await exportRunner.close();
        await pdfs.close();
        await papers.close();
        await documentPress.close();
        await imports.close();
        await pictures.close();
        await fonts.close();
        await engine.close();
        await db.close();
        await tracer?.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

const timesIn =
  (meter: Meter) =>
  (outcome: 'done' | 'failed', ms: number): void =>
    meter.observe('formstead_database_transaction_duration_seconds', { outcome }, ms / 1000);
