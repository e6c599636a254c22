/**
 * The reader's formats of numbers and dates. They are slow to create and used often, so cached.
 */
import { localeTag } from './messages/i18n.ts';

const numbers = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();

export const numberFormat = (options: Intl.NumberFormatOptions = {}) =>
  once(numbers, options, (tag) => new Intl.NumberFormat(tag, options));

export const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  once(dates, options, (tag) => new Intl.DateTimeFormat(tag, options));

function once<T>(made: Map<string, T>, options: object, make: (tag: string) => T): T {
  const tag = localeTag();
  const key = tag + JSON.stringify(options);
  const format = made.get(key) ?? make(tag);
  made.set(key, format);
  return format;
}
