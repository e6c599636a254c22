/** The book colors a child can choose from; `web/styles/covers.css` mixes them. */
export const COVERS = [
  'evergreen',
  'lagoon',
  'ocean',
  'night',
  'violet',
  'berry',
  'clay',
  'cocoa',
] as const;

export type CoverName = (typeof COVERS)[number];
