import type { WorkbookRows } from '#template-files/app-types.ts';
import { call } from './client.ts';

/** Returns the first sheet of a workbook as texts. @throws ApiError */
export const readWorkbook = (file: Blob) =>
  call<WorkbookRows>(
    'POST',
    '/app/v1/workbooks/rows',
    // Browsers name the type of workbooks differently, so the server looks at the content.
    new Blob([file], { type: 'application/octet-stream' }),
  );

/** Workbooks are archives (.xlsx), or the files that Excel wrote until 2003 (.xls). Both begin with bytes of their own. */
export async function isWorkbook(blob: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  return (first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf);
}
