/** The addresses of lessons. An adult's includes the child; a child's may, without effect. */

export const LESSONS = '/lessons';

export const lessonsHref = (childId: string) => `${LESSONS}?child=${childId}`;

export const lessonHref = (slug: string, childId: string) => `${LESSONS}/${slug}?child=${childId}`;
