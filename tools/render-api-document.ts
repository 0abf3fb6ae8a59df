// Renders docs/openapi.json and docs/openapi-app.json: the API documents of an instance with default settings and an
// example URL.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { readSettings, resolvePublicUrl } from '#config/settings.ts';
import { documentOf, endpointsOf } from '#endpoints.ts';
import type { Audience } from '#http/openapi.ts';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { VERSION } from '#kernel/version.ts';
import { createOauth } from '#oauth/index.ts';
import { openServices } from '#services.ts';
import { createTokens } from '#tokens/tokens.ts';
import { formatted } from './formatted.ts';

/** Returns the document for one audience. Endpoints need a database, so this opens a temporary one. */
export async function renderApiDocument(audience: Audience): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'formstead-generate-'));
  const settings = readSettings({
    FORMSTEAD_DATA_DIR: dataDir,
    FORMSTEAD_PUBLIC_URL: 'https://forms.example.org',
  });
  const publicUrl = resolvePublicUrl(settings, settings.server.port);
  const log = pino({ level: 'silent' });
  const services = await openServices({
    settings,
    clock: systemClock,
    random: systemRandom,
    log,
  });
  try {
    const tokens = createTokens({ ...services, issuer: publicUrl });
    const oauth = createOauth({
      ...services,
      tokens,
      publicUrl: () => publicUrl,
      issuer: () => publicUrl,
      onError: () => undefined,
    });
    const endpoints = endpointsOf(
      services,
      oauth,
      () => publicUrl,
      async () => 'ready',
    );
    await oauth.close();
    return formatted(
      'docs/openapi.json',
      JSON.stringify(
        documentOf(endpoints, settings, publicUrl, {
          basic: settings.security.basic,
          version: VERSION,
          audience,
        }),
      ),
    );
  } finally {
    await services.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
