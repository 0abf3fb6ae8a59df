import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summabilityOf } from './summability.ts';

test('numbers that name something have no sum and no mean, and parts and degrees have a mean alone', () => {
  const of = (title: string, unit?: string, numbers: readonly number[] = [1, 5]) =>
    summabilityOf(
      { kind: 'number', shape: 'number', unit, title },
      {
        min: Math.min(...numbers),
        max: Math.max(...numbers),
        isWhole: numbers.every(Number.isInteger),
      },
    );
  for (const title of [
    'Leaks',
    'Number of leaks',
    'Anzahl Lecks',
    'Hours',
    'Codes found',
    'Idle',
  ]) {
    assert.equal(of(title), 'sum', title);
  }
  for (const title of [
    ...['Serial number', 'Meter no.', 'Zip', 'Site code', 'Year', 'Year of construction'],
    ...['Baujahr', 'Postleitzahl', 'Raumnummer', 'Kunden-Nr.', 'PLZ'],
  ]) {
    assert.equal(of(title), 'neither', title);
  }
  for (const unit of ['%', '°C', 'km/h', 'Prozent']) assert.equal(of('Level', unit), 'mean', unit);
  for (const unit of ['kg', 'm²', 'EUR', 'h']) assert.equal(of('Level', unit), 'sum', unit);
  assert.equal(of('Built', undefined, [1987, 2004]), 'neither');
  assert.equal(of('Pieces', undefined, [1987, 2004.5]), 'sum');
  assert.equal(of('Weight', 'kg', [1987, 2004]), 'sum');
  const rating = { kind: 'any', shape: 'rating', unit: undefined, title: 'Stars' } as const;
  assert.equal(summabilityOf(rating, undefined), 'mean');
});
