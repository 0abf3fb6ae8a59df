// Reads PDFs as people do, with a program that is not ours: what documents are put together from has several authors.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { findProgram } from './debian-programs.ts';

/** Returns the text of each page, with a space for each run of white space. */
export function pagesRead(pdf: Buffer): readonly string[] {
  const program = findProgram('pdftotext');
  const { status, stdout, stderr } = spawnSync(program, ['-', '-'], { input: pdf });
  assert.equal(status, 0, stderr.toString());
  const pages = stdout.toString().split('\f').slice(0, -1);
  return pages.map((page) => page.replaceAll(/\s+/g, ' ').trim());
}
