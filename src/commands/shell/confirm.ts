import type { World } from './command.ts';
import { CommandFailure } from './failures.ts';

const MOST_CHARACTERS = 200;

/**
 * Shows a plan, and asks whether to carry it out.
 * @param word what the operator types to agree
 * @throws CommandFailure unless the operator types it
 */
export async function confirm({ stdin, stderr }: World, plan: string, word = 'yes'): Promise<void> {
  stderr.write(`${plan}\nType ${word} to begin: `);
  let typed = '';
  for await (const piece of stdin) {
    typed += Buffer.from(piece).toString('utf8');
    if (typed.includes('\n') || typed.length > MOST_CHARACTERS) break;
  }
  if (typed.trim().toLowerCase() === word) return;
  // A job without a terminal types nothing.
  const hint = typed === '' ? ' Where nobody can be asked, give --yes.' : '';
  throw new CommandFailure(`Nothing was done.${hint}`);
}
