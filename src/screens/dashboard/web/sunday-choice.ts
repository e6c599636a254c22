/** Whether this browser offers the page of the week on Sundays: until dismissed. */
import { whenForgotten } from '#web/forget.ts';
import { STORAGE_PREFIX } from '#web/local/storage.ts';
import { storedChoice } from '#web/ui/stored-choice.ts';

export const sundayChoice = storedChoice(`${STORAGE_PREFIX}sunday`, ['off']);
whenForgotten(() => sundayChoice.set(undefined));
