/**
 * Daytime for the duration of a test. The real program uses the machine's clock, so its family gets
 * a time zone where it is neither late nor early right now.
 */
const ZONES = ['Europe/Berlin', 'Pacific/Honolulu'];

/** Midnight is at least four hours away. */
export function daytime(now = new Date()): { timeZone: string; weekday: string } {
  const inZone = (timeZone: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone, ...options }).format(now);
  const timeZone = ZONES.find((zone) => {
    const hour = Number(inZone(zone, { hour: '2-digit', hourCycle: 'h23' }));
    return hour >= 4 && hour < 20;
  });
  if (!timeZone) throw new Error(`It is night in all of ${ZONES}`);
  return { timeZone, weekday: inZone(timeZone, { weekday: 'long' }) };
}
