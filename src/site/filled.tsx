/**
 * Placeholders for data that the build lacks: the server fills in its settings when it starts
 * (src/site/server/fill.ts). `<WhenSet name="sourceUrl">` keeps its content only if that setting
 * has a value.
 */
import { createElement, type ReactNode } from 'react';

export type Setting =
  | 'sourceUrl'
  | 'analytics'
  /** Whether this server sells anything. */
  | 'sells'
  /** Either of the two below. */
  | 'donations'
  | 'donationAddress'
  | 'donationAddressQr'
  | 'donationLightning'
  | 'donationLightningQr';

/** The text that the server replaces with the setting's value. */
export const settingText = (name: Setting): string => `{{${name}}}`;

export function WhenSet({ name, children }: { name: Setting; children: ReactNode }) {
  return createElement('x-when', { name }, children);
}

export function UnlessSet({ name, children }: { name: Setting; children: ReactNode }) {
  return createElement('x-unless', { name }, children);
}
