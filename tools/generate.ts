// `npm run generate` writes the documents that are made from the code. With --check it only compares, and fails if a
// document is outdated.
//
// Why it exists: documents written by hand become outdated. To add one, append it to DOCUMENTS.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { renderCommandReference } from '#commands/index.ts';
import { renderSettingsReference } from '#config/settings.ts';
import { GUIDES } from '#web/guides/index.ts';
import { renderApiExamples } from './record-api-examples.ts';
import { renderApiDocument } from './render-api-document.ts';
import { renderClientFacts, renderClientTypes } from './render-client-api.ts';
import { renderGuide, renderGuideList } from './render-guides.ts';
import { renderScimConformance } from './scim-conformance.ts';

interface GeneratedDocument {
  /** It takes a server to make, so a test compares it, and --check does not. */
  readonly isRecorded?: true;
  /** Path from the root of the repository. */
  readonly path: string;
  /**
   * Returns the whole text; the same code must always give the same text.
   * @throws Error that says which parts of its source contradict each other
   */
  make(): string | Promise<string>;
}

const DOCUMENTS: readonly GeneratedDocument[] = [
  { path: 'docs/settings.md', make: renderSettingsReference },
  { path: 'docs/cli.md', make: renderCommandReference },
  { path: 'src/http/examples.json', make: renderApiExamples, isRecorded: true },
  { path: 'docs/openapi.json', make: () => renderApiDocument('public') },
  // Made from docs/openapi.json, so they come after it.
  { path: 'client/src/generated/api.ts', make: renderClientTypes },
  { path: 'client/src/generated/facts.ts', make: renderClientFacts },
  { path: 'docs/openapi-app.json', make: () => renderApiDocument('app') },
  { path: 'docs/scim-conformance.md', make: renderScimConformance },
  { path: 'docs/guides/README.md', make: renderGuideList },
  ...Object.values(GUIDES).map((guide) => ({
    path: `docs/guides/${guide.id}.md`,
    make: () => renderGuide(guide),
  })),
];

function onDisk(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined; // not generated yet
  }
}

async function makeOrFault(
  { path, make }: GeneratedDocument,
  faults: string[],
): Promise<string | undefined> {
  try {
    return await make();
  } catch (error) {
    faults.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

async function main(check: boolean): Promise<number> {
  const stale: string[] = [];
  const faults: string[] = [];
  const documents = DOCUMENTS.filter(({ isRecorded }) => !(check && isRecorded));
  for (const document of documents) {
    const { path } = document;
    const text = await makeOrFault(document, faults);
    if (text === undefined || onDisk(path) === text) continue;
    stale.push(path);
    if (check) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const state = check ? 'out of step with the code' : 'written';
  process.stdout.write(`${DOCUMENTS.length} generated documents, ${stale.length} ${state}\n`);
  for (const path of stale) process.stdout.write(`  ${path}\n`);
  if (check && stale.length > 0) {
    process.stdout.write('Run `npm run generate` and commit the result.\n');
  }
  for (const fault of faults) process.stdout.write(`Not made: ${fault}\n`);
  return faults.length > 0 || (check && stale.length > 0) ? 1 : 0;
}

process.exitCode = await main(process.argv.includes('--check'));
