import type { ChainFault } from '#audit/index.ts';

/** Describes a fault of the audit log for people. */
export function faultText(fault: ChainFault): string {
  switch (fault.kind) {
    case 'changed':
      return `line ${fault.seq} (${fault.id}) was changed, or the hash of the line before it`;
    case 'moved':
      return `line ${fault.from} (${fault.id}) was moved to place ${fault.seq}`;
    case 'missing':
      return `${linesText(fault)} missing`;
    case 'added':
      return `${linesText(fault)} not of this chain: put in by somebody else`;
    case 'end-changed':
      return `the end at ${fault.seq} is not the one that the service sealed: lines may be gone from the end`;
    case 'end-missing':
      return `where the chain ends was deleted; its last line is ${fault.seq}`;
    case 'empty':
      return 'there is no line at all, though every account begins with one';
    case 'forgotten':
      return `the end noted at ${fault.seq} is not in the record: it was put back to another state`;
  }
}

const linesText = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  from === to ? `line ${from} is` : `lines ${from} to ${to} are`;
