/** All attacks, and the threats that cannot be tried on a started program from outside. */
import { eyes } from './eyes.ts';
import type { Attack } from './run.ts';
import { wayIn } from './way-in.ts';
import { withinFamily } from './within-family.ts';

export const attacks: readonly Attack[] = [...wayIn, ...withinFamily, ...eyes];

/** Why not. */
export const notAttacked: Readonly<Record<string, string>> = {};
