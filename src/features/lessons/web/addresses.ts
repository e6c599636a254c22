/** Where lessons are. A grown-up's address names the child; a child's own may, and nothing changes. */

export const lessonsHref = (childId: string) => `/lessons?child=${childId}`;

export const lessonHref = (slug: string, childId: string) => `/lessons/${slug}?child=${childId}`;
