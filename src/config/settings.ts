// All FORMSTEAD_* variables, with their defaults and rules. They are read once at the start, and all faults are
// reported together. One file per section; docs/settings.md is generated from reference.ts. This folder does not know
// who uses a setting, and no other code reads the environment.

import { requireHostNames } from './acme.ts';
import { type BackupSettings, readBackups } from './backups.ts';
import { type FileSettings, readFileSettings } from './files.ts';
import { type LimitSettings, readLimits } from './limits.ts';
import { type LoggingSettings, readLogging } from './logging.ts';
import { type MailSettings, readMail } from './mail.ts';
import { type MetricsSettings, readMetrics } from './metrics.ts';
import { type PasswordSettings, readPasswords } from './passwords.ts';
import { type ProvisioningSettings, readProvisioning } from './provisioning.ts';
import { type AllQuotas, readQuotas } from './quotas.ts';
import { SETTINGS_REFERENCE } from './reference.ts';
import { readSecurity, requireMasterKey, type SecuritySettings } from './security.ts';
import { readServer, requirePublicUrl, type ServerSettings } from './server.ts';
import { SettingsError } from './settings-error.ts';
import { createSource, type Environment } from './source.ts';
import { readStorage, type StorageSettings } from './storage.ts';
import { readTls, type TlsSettings } from './tls.ts';
import { readTracing, type TracingSettings } from './tracing.ts';
import { unknownFault } from './unknown.ts';
import { readWebPush } from './web-push.ts';

export type { AcmeSettings } from './acme.ts';
export type { BackupSchedule, BackupSettings } from './backups.ts';
export type { LogFile } from './logging.ts';
export { renderSettingsReference, SETTINGS_REFERENCE } from './reference.ts';
export { resolveAuthUrl, resolvePublicUrl } from './server.ts';
export { SettingsError } from './settings-error.ts';
export type { Environment } from './source.ts';

export interface Settings {
  readonly server: ServerSettings;
  readonly storage: StorageSettings;
  readonly files: FileSettings;
  /** Undefined: Formstead makes no backups by itself. */
  readonly backups: BackupSettings | undefined;
  /** Undefined: Formstead sends no mail. */
  readonly mail: MailSettings | undefined;
  /** Whether people may have news pushed to their browsers. */
  readonly webPush: boolean;
  readonly tls: TlsSettings;
  readonly security: SecuritySettings;
  readonly passwords: PasswordSettings;
  readonly provisioning: ProvisioningSettings;
  readonly limits: LimitSettings;
  readonly quotas: AllQuotas;
  readonly logging: LoggingSettings;
  /** Undefined: nothing is measured. */
  readonly metrics: MetricsSettings | undefined;
  /** Undefined: nothing is traced. */
  readonly tracing: TracingSettings | undefined;
}

/**
 * Returns the settings of an environment, with defaults filled in.
 * @throws SettingsError with every fault
 */
export function readSettings(env: Environment): Settings {
  const source = createSource(env);
  const files = readFileSettings(source);
  const settings: Settings = {
    server: readServer(source),
    storage: readStorage(source),
    files,
    backups: readBackups(source, files.s3 !== undefined),
    mail: readMail(source),
    webPush: readWebPush(source),
    tls: readTls(source),
    security: readSecurity(source),
    passwords: readPasswords(source),
    provisioning: readProvisioning(source),
    limits: readLimits(source),
    quotas: readQuotas(source),
    logging: readLogging(source),
    metrics: readMetrics(source),
    tracing: readTracing(source),
  };
  if (settings.storage.databaseUrl) requireMasterKey(source);
  if (settings.tls.mode === 'proxy') requirePublicUrl(source);
  if (settings.tls.mode === 'acme') {
    const { publicUrl, authUrl } = settings.server;
    requireHostNames(source, [publicUrl, authUrl ?? publicUrl]);
  }
  const known = SETTINGS_REFERENCE.flatMap((section) => section.settings);
  const unknown = Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : (unknownFault(name, known) ?? []),
  );
  const faults = [...source.faults, ...unknown];
  if (faults.length > 0) throw new SettingsError(faults);
  return settings;
}
