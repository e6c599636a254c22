/**
 * The family's time zone, in which times are shown: set by the frame around the pages. Without one,
 * as for a child or a visitor, the reader's own clock is used.
 */
import { createContext, useContext } from 'react';

const TimeZone = createContext<string | undefined>(undefined);
export const TimeZoneProvider = TimeZone.Provider;

export const useTimeZone = (): string | undefined => useContext(TimeZone);
