/**
 * True if the reader of this browser has clearly allowed visits to be counted; anything else is a
 * no.
 */
import { SETTINGS_KEY } from './storage.ts';

export function allowsCounting(): boolean {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SETTINGS_KEY) ?? '{}');
    return (stored as { allowAnalytics?: unknown } | null)?.allowAnalytics === true;
  } catch {
    return false;
  }
}
