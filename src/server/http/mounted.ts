/** The services that calls are mounted with; assembled in app/server.ts. */
import type { AroundChange, Services } from './context.ts';
import type { Etags } from './etag.ts';
import type { Lanes } from './lanes.ts';
import type { MoneyWatch } from './money.ts';
import type { Talks } from './talking.ts';

export type Mounted = Services & {
  readonly etags: Etags;
  readonly lanes: Lanes;
  readonly talks: Talks;
  readonly money: MoneyWatch;
  readonly aroundChange: AroundChange;
};
