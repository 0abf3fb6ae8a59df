/**
 * Returns the first day from which all dates at a time of day are in the future, as YYYY-MM-DD.
 * @param time by the wall clock, as HH:MM
 */
export function firstOpenDay(time: string, timeZone: string, now: number): string {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const isOver =
    Temporal.PlainTime.compare(today.toPlainTime(), Temporal.PlainTime.from(time)) >= 0;
  return today
    .toPlainDate()
    .add({ days: isOver ? 1 : 0 })
    .toString();
}
