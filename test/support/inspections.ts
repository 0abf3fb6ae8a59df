// Three visits that the tests of the table of answers read.
import { buildTemplate } from './built-template.ts';

export const INSPECTION = buildTemplate([
  { kind: 'text', name: 'site', title: 'Site' },
  { kind: 'number', name: 'leaks', title: 'Leaks' },
  { kind: 'date', name: 'day', title: 'Day' },
  { kind: 'boolean', name: 'safe', title: 'Safe' },
  { kind: 'text', name: 'note', title: 'Note' },
]);
export const INSPECTIONS = [
  { site: 'North hall', leaks: 0, day: '2026-01-05', safe: true },
  { site: 'South hall', leaks: 4, day: '2026-02-05', safe: false, note: 'Roof' },
  { site: 'Harbour', leaks: 9, day: '2026-02-06', safe: false },
];
