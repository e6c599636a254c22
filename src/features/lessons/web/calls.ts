/** The browser's calls of this feature. */
import { lessons } from '#features/lessons/contract.ts';
import { client } from '#web/api.ts';

export const lessonsCalls = client(lessons);
