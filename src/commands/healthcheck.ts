import { readSettings } from '#config/settings.ts';
import { askOwnService, type OwnAnswer, ownHost } from './own-service.ts';
import { command } from './shell/command.ts';
import { codeOf } from './shell/explain-failure.ts';
import { CommandFailure } from './shell/failures.ts';

const TIMEOUT_MS = 5000;

export const healthcheck = command({
  name: 'healthcheck',
  summary: 'ask the server on this machine whether it can serve',
  details:
    'For the health check of a container or a service manager. It asks /readyz where\n' +
    'the settings say that the server listens, so it needs the settings of the server:\n' +
    'over HTTPS, trusting the certificate authority in the data directory or the\n' +
    'certificate that was given, and over plain HTTP behind a reverse proxy.',
  options: {},
  json: false,
  examples: ['formstead healthcheck'],
  exitCodes: { 1: 'it cannot serve, or does not answer' },
  async run(world) {
    const settings = readSettings(world.env);
    const { port } = settings.server;
    if (port === 0) {
      throw new CommandFailure(
        'With FORMSTEAD_PORT=0 nobody knows where the server listens. Give it a port.',
      );
    }
    const where = `The server at ${ownHost(settings)}:${port}`;
    const { status, text } = await askOwnService(settings, '/readyz', TIMEOUT_MS).catch(
      (error: unknown): OwnAnswer => {
        throw new CommandFailure(`${where} does not answer (${reasonOf(error)}).`);
      },
    );
    if (status !== 200) {
      throw new CommandFailure(`${where} is not ready (status ${status}${codeIn(text)}).`);
    }
    return { text: 'ready' };
  },
});

const DOCTOR = 'formstead doctor says which file';
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  CERT_HAS_EXPIRED: `its certificate has expired: ${DOCTOR}`,
  CERT_NOT_YET_VALID: `its certificate is not valid yet, or the clock is behind: ${DOCTOR}`,
};

function reasonOf(error: unknown): string {
  const code = codeOf(error) ?? (error instanceof Error ? error.message : String(error));
  const reason = REASONS[code];
  return reason === undefined ? code : `${reason}; ${code}`;
}

/** The code of a problem; in proxy mode, the answer has no body. */
function codeIn(text: string): string {
  const [, code] = /"code":"([a-z-]+)"/.exec(text) ?? [];
  return code === undefined ? '' : `, ${code}`;
}
