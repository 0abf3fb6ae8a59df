// Reads deploy/compose.yaml, and starts the proxy that it names outside of a container, with the same configuration.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { parse } from 'yaml';
import { findProgram } from './debian-programs.ts';
import { waitUntil } from './wait-until.ts';

export interface ComposeService {
  readonly image: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes: readonly string[];
  readonly networks: Readonly<Record<string, { readonly ipv4_address?: string }>>;
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
}

export interface Compose {
  readonly services: Readonly<Record<'proxy' | 'formstead' | 'database', ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

export const readCompose = (): Compose => parse(readFileSync('deploy/compose.yaml', 'utf8'));

/** Where the Caddyfile looks for Formstead. */
const UPSTREAM = 'formstead:8443';

export interface RunningCaddy {
  /** PEM of the authority that Caddy makes for names that are not public. */
  readonly ca: string;
  stop(): Promise<void>;
}

/**
 * Starts Caddy with deploy/Caddyfile.
 * @param host as FORMS_HOST of the compose file, `localhost:PORT`
 * @param port where Formstead listens on this machine, whether it runs yet or not
 */
export async function startCaddy(
  folder: string,
  host: string,
  port: number,
): Promise<RunningCaddy> {
  const home = join(folder, 'caddy');
  await mkdir(home);
  const shipped = readFileSync('deploy/Caddyfile', 'utf8');
  assert.equal(shipped.split(UPSTREAM).length, 2);
  const file = join(home, 'Caddyfile');
  // Its authority is not for the other programs of this machine, and port 80 may be taken.
  const options = '{\nadmin off\nskip_install_trust\nauto_https disable_redirects\n}\n';
  await writeFile(file, options + shipped.replace(UPSTREAM, `127.0.0.1:${port}`));
  const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
  const child = spawn(findProgram('caddy'), ['run', '--adapter', 'caddyfile', '--config', file], {
    env: { ...env, FORMS_HOST: host },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4000);
  });
  const authority = join(home, 'caddy/pki/authorities/local/root.crt');
  const readAuthority = (): string => readFileSync(authority, 'utf8');
  try {
    await waitUntil(async () => {
      assert.equal(child.exitCode, null, `caddy ended:\n${said}`);
      // Neither its authority nor its port is there at once.
      return answers(host, readAuthority).catch(() => false);
    });
  } catch (cause) {
    child.kill('SIGKILL');
    throw cause;
  }
  return {
    ca: readAuthority(),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Whether anything answers at all, be it that Formstead is not there. */
async function answers(host: string, readAuthority: () => string): Promise<boolean> {
  const call = request(`https://${host}/healthz`, { ca: readAuthority(), agent: false });
  call.end();
  const [response] = await once(call, 'response');
  response.resume();
  return true;
}
