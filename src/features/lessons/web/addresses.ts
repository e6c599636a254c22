/**
 * Where lessons are. A grown-up's address names the child; a child's own may, and nothing changes.
 */

export const LESSONS = '/lessons';

export const lessonsHref = (childId: string) => `${LESSONS}?child=${childId}`;

export const lessonHref = (slug: string, childId: string) => `${LESSONS}/${slug}?child=${childId}`;
