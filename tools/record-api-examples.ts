// Records src/http/examples.json: requests and answers of a real server with a new database.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordApiExamples } from '../test/support/api-examples/record.ts';
import { startInstance } from '../test/support/instance.ts';
import { formatted } from './formatted.ts';

/** Returns the text of the file. */
export async function renderApiExamples(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'formstead-examples-'));
  const storage = { dataDir, databaseUrl: undefined };
  const instance = await startInstance({ name: 'sqlite', fresh: unused }, { storage });
  try {
    return formatted('src/http/examples.json', JSON.stringify(await recordApiExamples(instance)));
  } finally {
    await instance.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const unused = () => Promise.reject(new Error('the storage is given'));
