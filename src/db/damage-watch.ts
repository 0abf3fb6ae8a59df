import { Worker } from 'node:worker_threads';
import { isDamage, type PageDamage } from './find-damaged-pages.ts';

/** Checks the errors of statements, and scans the whole file once after the first damaged page. */
export class DamageWatch {
  readonly #file: string;
  readonly #onDamage: (damage: PageDamage) => void;
  #search: Worker | undefined;

  /** @param onDamage called once, some time after the first statement failed */
  constructor(file: string, onDamage: (damage: PageDamage) => void) {
    this.#file = file;
    this.#onDamage = onDamage;
  }

  /** Whether a statement has read a damaged page since the database was opened. */
  get isDamaged(): boolean {
    return this.#search !== undefined;
  }

  observe(error: unknown): void {
    if (this.#search !== undefined || !isDamage(error)) return;
    const unknown = { file: this.#file, pages: [], parts: [], isUnreadable: false };
    const worker = new Worker(new URL('./damage-worker.ts', import.meta.url), {
      workerData: this.#file,
    });
    worker.unref();
    worker.once('message', (found: PageDamage | undefined) => this.#onDamage(found ?? unknown));
    worker.once('error', () => this.#onDamage(unknown));
    this.#search = worker;
  }

  async close(): Promise<void> {
    await this.#search?.terminate();
  }
}
