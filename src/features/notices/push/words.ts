/** The text of each kind of push, in the recipient's language. */
import type { Language } from '#core/language.ts';
import type { PushKind } from './contract.ts';

export const WORDS: Readonly<Record<Language, Readonly<Record<PushKind, string>>>> = {
  en: {
    waits: 'Something is waiting for your answer.',
    answered: 'Your request was answered.',
    'pay-day': 'It is pay day.',
    money: 'Something about your family’s money has changed.',
    people: 'There’s news about your family’s account.',
  },
  de: {
    waits: 'Etwas wartet auf deine Antwort.',
    answered: 'Deine Anfrage wurde beantwortet.',
    'pay-day': 'Heute ist Zahltag.',
    money: 'Beim Geld deiner Familie hat sich etwas geändert.',
    people: 'Es gibt Neues zum Konto deiner Familie.',
  },
  es: {
    waits: 'Algo espera tu respuesta.',
    answered: 'Tu petición tiene respuesta.',
    'pay-day': 'Es día de paga.',
    money: 'Algo ha cambiado en el dinero de tu familia.',
    people: 'Hay novedades sobre la cuenta de tu familia.',
  },
};
