import { isIPv6 } from 'node:net';
import type { RunningServer } from '#app.ts';
import type { Settings } from '#config/settings.ts';

/**
 * Returns the text that `formstead serve` prints when it is ready. The first line is a contract: scripts wait for it
 * and read the port from it.
 */
export function greeting(
  server: Pick<RunningServer, 'port' | 'publicUrl' | 'setUpLink' | 'caFile' | 'fingerprint'>,
  { server: { host }, tls }: Pick<Settings, 'server' | 'tls'>,
): string {
  const { port, publicUrl, setUpLink, caFile, fingerprint } = server;
  const lines = [
    `listening on https://${isIPv6(host) ? `[${host}]` : host}:${port}`,
    ...(tls.mode === 'proxy'
      ? [`  to the trusted proxies, over plain HTTP; clients call ${publicUrl}`]
      : []),
    ...(caFile === undefined ? [] : [`  certificate authority: ${caFile} (for curl --cacert)`]),
    ...(fingerprint === undefined
      ? []
      : [
          `  its SHA-256 fingerprint: ${fingerprint}`,
          '  A browser warns about this certificate until the computer trusts the authority.',
        ]),
    ...(setUpLink === undefined
      ? []
      : ['', 'First start. Set up the first admin with this one-time link:', `  ${setUpLink}`, '']),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
