import { readFile } from 'node:fs/promises';
import type { Arguments, OptionSpec } from '#commands/shell/command.ts';
import { codeOf } from '#commands/shell/explain-failure.ts';
import { CommandFailure, UsageError } from '#commands/shell/failures.ts';
import { type KeySource, RIGHTS } from '#credentials/index.ts';
import { parseDuration } from './duration.ts';

export const RIGHTS_OPTION: OptionSpec = {
  value: 'LIST',
  description: `Separated by commas: ${RIGHTS.join(', ')}.`,
};
export const NETWORKS_OPTION: OptionSpec = {
  value: 'LIST',
  description: 'Only from these addresses and networks (CIDR), separated by commas.',
};
export const LABEL_OPTION: OptionSpec = {
  value: 'TEXT',
  description: 'A label for this secret, for example where it is stored.',
};
export const EXPIRES_OPTION: OptionSpec = {
  value: 'TIME',
  description: 'The lifetime of the secret: 24h, 90d. If omitted, it is valid until it is revoked.',
};
export const OVERLAP_OPTION: OptionSpec = {
  value: 'TIME',
  description: 'How long old secrets stay valid: 90s, 30m, 24h, 7d.',
};
export const JWKS_OPTIONS = {
  'jwks-file': {
    value: 'FILE',
    description:
      'A JSON Web Key Set with its public keys. The credential then has no secret and authenticates with signatures.',
  },
  'jwks-url': {
    value: 'URL',
    description: 'The https address of its public keys.',
  },
} as const satisfies Record<string, OptionSpec>;

type JwksOption = keyof typeof JWKS_OPTIONS;

/** Splits a list at its commas; returns undefined if the option was not given. */
export const splitList = (text: string | undefined): readonly string[] | undefined =>
  text?.split(',').map((item) => item.trim());

export const secondsOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : parseDuration(text);

/** Returns undefined if neither option was given. @throws UsageError, CommandFailure */
export async function readKeySource<Name extends string>(
  args: Arguments<Name | JwksOption>,
): Promise<KeySource | undefined> {
  const [file, jwksUrl] = [args.text('jwks-file'), args.text('jwks-url')];
  if (file !== undefined && jwksUrl !== undefined) {
    throw new UsageError('Give --jwks-file or --jwks-url, not both.');
  }
  if (jwksUrl !== undefined) return { jwksUrl };
  return file === undefined ? undefined : { jwks: await readText(file) };
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const why = codeOf(cause) ?? 'unknown reason';
    throw new CommandFailure(`The key set ${path} can't be read (${why}).`, { cause });
  }
}
