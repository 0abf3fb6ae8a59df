// All metrics of Formstead's own, under the names that dashboards and alerts use. A name is never reused. Labels have few
// values: routes, not paths, and closed lists of outcomes; never a user, a client or an address.

interface MetricSpec {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds of a histogram, in its unit. */
  readonly buckets?: readonly number[];
}

/** Those of the OpenTelemetry semantic conventions for http.server.request.duration. */
const REQUEST_SECONDS = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
] as const;
const TRANSACTION_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5] as const;
const CALL_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

export const METRICS = {
  formstead_build_info: {
    kind: 'gauge',
    help: 'Always 1. The labels name the version and the storage engine.',
    labels: ['version', 'engine'],
  },
  http_server_request_duration_seconds: {
    kind: 'histogram',
    help: 'Time from the arrival of a request to the end of its answer. Unknown routes and methods are _OTHER.',
    labels: ['http_request_method', 'http_route', 'http_response_status_code'],
    buckets: REQUEST_SECONDS,
  },
  formstead_token_requests_total: {
    kind: 'counter',
    help: 'Requests for an access token. The outcome is issued, or the code of the error.',
    labels: ['outcome'],
  },
  formstead_scim_requests_total: {
    kind: 'counter',
    help: 'SCIM requests by resource, operation and outcome.',
    labels: ['resource', 'operation', 'outcome'],
  },
  formstead_scim_connection_requests_total: {
    kind: 'counter',
    help: 'SCIM requests by connection, which is the code of the organisation, and outcome. After 50 connections, all others are _OTHER; requests without valid credentials are _NONE.',
    labels: ['connection', 'outcome'],
  },
  formstead_queue_waiting: {
    kind: 'gauge',
    help: 'Entries of a queue that are not done, those to be tried again among them. Every node reports the same queues.',
    labels: ['queue'],
  },
  formstead_queue_oldest_age_seconds: {
    kind: 'gauge',
    help: 'How long the oldest entry of the queue has existed; 0 if the queue is empty.',
    labels: ['queue'],
  },
  formstead_queue_overdue_seconds: {
    kind: 'gauge',
    help: 'How long an entry has been due without anything taking it; 0 if none is due.',
    labels: ['queue'],
  },
  formstead_webhook_attempts_total: {
    kind: 'counter',
    help: 'Attempts to deliver to webhooks: delivered, refused, or no_answer.',
    labels: ['outcome'],
  },
  formstead_webhook_attempt_duration_seconds: {
    kind: 'histogram',
    help: 'How long receivers of webhooks took to answer.',
    labels: [],
    buckets: CALL_SECONDS,
  },
  formstead_mails_total: {
    kind: 'counter',
    help: 'Attempts to send mails: sent, retried later, or given_up.',
    labels: ['outcome'],
  },
  formstead_exports_total: {
    kind: 'counter',
    help: 'Exports that ended on this node: done, failed, cancelled, or interrupted by a stop.',
    labels: ['kind', 'outcome'],
  },
  formstead_job_runs_total: {
    kind: 'counter',
    help: 'Runs of background jobs on this node: done or failed.',
    labels: ['task', 'outcome'],
  },
  formstead_job_last_success_timestamp_seconds: {
    kind: 'gauge',
    help: 'When a background job last succeeded on this node.',
    labels: ['task'],
  },
  formstead_database_connections: {
    kind: 'gauge',
    help: 'Connections to the database that are used or idle. SQLite has one, which writes.',
    labels: ['state'],
  },
  formstead_read_only: {
    kind: 'gauge',
    help: '1 if this node only reads (FORMSTEAD_READ_ONLY), for a move of the data.',
    labels: [],
  },
  formstead_database_waiting: {
    kind: 'gauge',
    help: 'Transactions and queries that wait for a connection.',
    labels: [],
  },
  formstead_database_transaction_duration_seconds: {
    kind: 'histogram',
    help: 'How long transactions took, waiting included: done or failed. Refused requests fail theirs.',
    labels: ['outcome'],
    buckets: TRANSACTION_SECONDS,
  },
  formstead_key_age_seconds: {
    kind: 'gauge',
    help: 'How long the active key for signing (sig) or encrypting (enc) access tokens has been in use.',
    labels: ['use'],
  },
  formstead_certificate_not_after_timestamp_seconds: {
    kind: 'gauge',
    help: 'When the certificate that this node serves ends. Absent behind a proxy.',
    labels: [],
  },
  formstead_backup_failed: {
    kind: 'gauge',
    help: '1 if the last scheduled backup failed, and none was made since.',
    labels: [],
  },
  formstead_backup_last_success_timestamp_seconds: {
    kind: 'gauge',
    help: 'When a backup was last made or noted; 0 if never.',
    labels: [],
  },
  formstead_files_damaged: {
    kind: 'gauge',
    help: 'Attachments of forms whose stored bytes were missing or changed when they were last read.',
    labels: [],
  },
  formstead_files_check_last_end_timestamp_seconds: {
    kind: 'gauge',
    help: 'When the last check of all stored files ended; 0 before the first one.',
    labels: [],
  },
  formstead_disk_free_bytes: {
    kind: 'gauge',
    help: 'Free space of the file system of the data directory.',
    labels: [],
  },
  formstead_disk_size_bytes: {
    kind: 'gauge',
    help: 'Size of the file system of the data directory.',
    labels: [],
  },
  formstead_trace_spans_total: {
    kind: 'counter',
    help: 'Spans that were sent to the collector, or dropped.',
    labels: ['outcome'],
  },
  formstead_collected: {
    kind: 'gauge',
    help: '1 if the source could be read for this scrape, 0 if not: its metrics are absent then.',
    labels: ['source'],
  },
} as const satisfies Readonly<Record<string, MetricSpec>>;

type Catalogue = typeof METRICS;
export type MetricName = keyof Catalogue;
type NamesOf<Kind extends MetricSpec['kind']> = {
  [Name in MetricName]: Catalogue[Name]['kind'] extends Kind ? Name : never;
}[MetricName];
export type CounterName = NamesOf<'counter'>;
export type GaugeName = NamesOf<'gauge'>;
export type HistogramName = NamesOf<'histogram'>;
export type LabelsOf<Name extends MetricName> = Readonly<
  Record<Catalogue[Name]['labels'][number], string>
>;
