/** The addresses of the settings pages, separate from their texts: Home links to them. */
export const PAGES = ['family', 'paydays', 'account', 'devices', 'data'] as const;
export type SettingsPlace = (typeof PAGES)[number];

export const settingsPath = (place: SettingsPlace): string => `/settings?page=${place}`;
