import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';

const PEERS = ['scimmy', 'scimmy-routers', 'express', 'oidc-provider'];

/** Describes the conditions of the measurements: the machine, and the measured versions. */
export function describeMachine(): readonly string[] {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const model = cpus()[0]?.model ?? 'unknown processor';
  const peers = PEERS.map((name) => `${name} ${versionOf(name)}`);
  return [
    `${availableParallelism()} cores of ${model}, ${gigabytes} GiB, ${type()} ${release().split('-')[0]}`,
    `Node.js ${process.versions.node}, OpenSSL ${process.versions.openssl}`,
    peers.join(', '),
  ];
}

function versionOf(name: string): string {
  const file = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string };
  return version;
}
