/** Whether the reader of this browser allowed visits to be counted; without a clear yes, no. */
import { SETTINGS_KEY } from './storage.ts';

export function allowsCounting(): boolean {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SETTINGS_KEY) ?? '{}');
    return (stored as { allowAnalytics?: unknown } | null)?.allowAnalytics === true;
  } catch {
    return false;
  }
}
