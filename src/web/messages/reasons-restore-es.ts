/** The refusals about restoring a server, in Spanish, by reason. */
import type { Readable } from '#contract/reasons.ts';

export const RESTORE_REASONS = {
  SERVER_UNCHECKED:
    'Este servidor se acaba de restaurar de una copia. Quien lo lleva lo revisa primero. Vuelve a intentarlo más tarde.',
  RESTORE_NOT_EMPTY: 'En este servidor ya hay libros. Una copia necesita uno vacío.',
  RESTORE_NO_FILE: 'Elige el archivo de una copia',
  RESTORE_NO_SHEET: 'Esta hoja de restauración no está completa. Revísala letra por letra.',
  RESTORE_PASSPHRASE: 'Esta no es la contraseña de esta copia',
  RESTORE_ENCRYPTED: 'Esta copia está cifrada. Falta su contraseña.',
  RESTORE_PLAIN: 'Esta copia no está cifrada. Deja la contraseña vacía si de verdad es tuya.',
  RESTORE_OTHER_KEY: 'Esta copia y esta hoja no van juntas',
  RESTORE_NEWER: 'Un Satling más nuevo hizo esta copia. Instala antes esa versión.',
  RESTORE_OLDER:
    'Esta copia es anterior a Satling 0.9.0. Restáurala con 0.9.0 e instala después esta versión.',
  RESTORE_FOREIGN: 'Nada demuestra que esta copia sea tuya, o se cambió después',
  RESTORE_DAMAGED: 'Este archivo está dañado o no es una copia de Satling',
  RESTORE_LIST: 'La lista de borrados no es de esta hoja o se cambió. Déjala fuera.',
  RESTORE_FAILED: 'No se pudo restaurar la copia. El registro del servidor dice por qué.',
  RESTORE_OTHER_SET:
    'Donde está instalado este servidor hay otra {setting}. Quítala allí y arranca de nuevo. El servidor se queda entonces con la clave de la hoja.',
  RESTORE_TOO_LARGE: 'En el disco del servidor no hay sitio para este archivo',
  SHEET_WORDS_WRONG: 'No son las palabras de la hoja. Fíjate en sus números.',
  NO_SHEET_HERE: 'Este servidor no tiene hoja de restauración',
  RESTORE_CHECKED: 'Ninguna restauración espera revisión',
} as const satisfies Partial<Record<Readable, string>>;
