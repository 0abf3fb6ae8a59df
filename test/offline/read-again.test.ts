// What the pages read again after a change: also what was being read for the first time while it was made.
import assert from 'node:assert/strict';
import { test } from 'node:test';

interface Client {
  fetchQuery<T>(query: {
    readonly queryKey: readonly string[];
    readonly queryFn: () => Promise<T>;
    readonly staleTime?: number;
  }): Promise<T>;
  invalidateQueries(filters: { readonly queryKey: readonly string[] }): Promise<void>;
  getQueryState(queryKey: readonly string[]): { readonly isInvalidated: boolean } | undefined;
  clear(): void;
}

// By its address: the types of React would take those of the browser from all other tests.
const QUERY_CLIENT = new URL('../../web/src/api/query-client.ts', import.meta.url).href;
const { queryClient }: { readonly queryClient: Client } = await import(QUERY_CLIENT);

test('what was asked for before a change, and answered after it, is asked for again', async () => {
  const rows = ['none'];
  const answers: (() => void)[] = [];
  const read = () =>
    new Promise<readonly string[]>((resolve) => {
      const asOfNow = [...rows];
      answers.push(() => resolve(asOfNow));
    });
  const first = queryClient.fetchQuery({ queryKey: ['rows'], queryFn: read });
  rows.push('imported');
  const changed = queryClient.invalidateQueries({ queryKey: ['rows'] });
  answers[0]?.();
  assert.deepEqual(await first, ['none']);
  await changed;
  const isOld = () => queryClient.getQueryState(['rows'])?.isInvalidated;
  assert.equal(isOld(), true, 'what shows it asks again');
  const second = queryClient.fetchQuery({ queryKey: ['rows'], queryFn: read, staleTime: 60_000 });
  answers[1]?.();
  assert.deepEqual(await second, ['none', 'imported']);
  queryClient.clear();
});
