import { BACKUPS_REFERENCE } from './backups.ts';
import { FILES_REFERENCE } from './files.ts';
import { LIMITS_REFERENCE } from './limits.ts';
import { LOGGING_REFERENCE } from './logging.ts';
import { MAIL_REFERENCE } from './mail.ts';
import { METRICS_REFERENCE } from './metrics.ts';
import { PASSWORDS_REFERENCE } from './passwords.ts';
import { PROVISIONING_REFERENCE } from './provisioning.ts';
import { QUOTAS_REFERENCE } from './quotas.ts';
import { SECURITY_REFERENCE } from './security.ts';
import { SERVER_REFERENCE } from './server.ts';
import type { SettingReference } from './setting-reference.ts';
import { STORAGE_REFERENCE } from './storage.ts';
import { TLS_REFERENCE } from './tls.ts';
import { TRACING_REFERENCE } from './tracing.ts';
import { WEB_PUSH_REFERENCE } from './web-push.ts';

/** All settings, by section. */
export const SETTINGS_REFERENCE: readonly {
  readonly title: string;
  readonly settings: readonly SettingReference[];
}[] = [
  { title: 'Server', settings: SERVER_REFERENCE },
  { title: 'Storage', settings: STORAGE_REFERENCE },
  { title: 'Files', settings: FILES_REFERENCE },
  { title: 'Backups', settings: BACKUPS_REFERENCE },
  { title: 'Mail', settings: MAIL_REFERENCE },
  { title: 'Web push', settings: WEB_PUSH_REFERENCE },
  { title: 'HTTPS and proxies', settings: TLS_REFERENCE },
  { title: 'Security', settings: SECURITY_REFERENCE },
  { title: 'Passwords', settings: PASSWORDS_REFERENCE },
  { title: 'Provisioning', settings: PROVISIONING_REFERENCE },
  { title: 'Limits', settings: LIMITS_REFERENCE },
  { title: 'Quotas', settings: QUOTAS_REFERENCE },
  { title: 'Logging', settings: LOGGING_REFERENCE },
  { title: 'Metrics', settings: METRICS_REFERENCE },
  { title: 'Traces', settings: TRACING_REFERENCE },
];

const INTRODUCTION = `# Settings

<!-- Generated from src/config by "npm run generate". Change it there. -->

Settings are environment variables, read once at start. An empty variable counts as unset. All faults are
reported together, each with its fix; an unknown variable that starts with \`FORMSTEAD_\` is a fault too.
A secret can also be read from a file: set the variable with \`_FILE\` at its end to the file's path.`;

/** Returns the text of `docs/settings.md`. */
export function renderSettingsReference(): string {
  const sections = SETTINGS_REFERENCE.flatMap(({ title, settings }) => [
    `## ${title}`,
    ...settings.map(renderSetting),
  ]);
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`;
}

const renderSetting = (setting: SettingReference): string =>
  [
    `### \`${setting.name}\``,
    `${setting.description}${setting.secret ? ` Secret: also as \`${setting.name}_FILE\`.` : ''}`,
    `- Default: ${setting.default}\n- Example: ${setting.example}`,
  ].join('\n\n');
