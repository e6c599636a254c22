/**
 * The family's time zone, set by the frame around the pages. If there is none, as for a child or a
 * visitor, times are shown by the reader's own clock.
 */
import { createContext, useContext } from 'react';

const TimeZone = createContext<string | undefined>(undefined);
export const TimeZoneProvider = TimeZone.Provider;

export const useTimeZone = (): string | undefined => useContext(TimeZone);
