/** A feature's calls and their handlers, as listed in src/app/features.ts. */
import type { FastifyInstance } from 'fastify';
import type { Contract, Summaries } from '#contract/endpoint.ts';
import type { VisitReporter } from '../adapters/visits/visit-reporter.ts';
import type { Monitor } from '../monitor/monitor.ts';
import type { Limiter } from './limits.ts';
import { type Handlers, mount } from './mount.ts';
import type { Mounted } from './mounted.ts';

/** The services available to a feature's handlers. */
export interface Kit {
  app: FastifyInstance;
  services: Mounted;
  limit: Limiter;
  monitor: Monitor;
  reportVisit: VisitReporter | undefined;
}

export interface Feature {
  contract: Contract;
  summaries: Summaries;
  mount: (kit: Kit) => void;
}

export const feature = <C extends Contract>(
  contract: C,
  summaries: Summaries<C>,
  handlers: (kit: Kit) => Handlers<C>,
): Feature => ({
  contract,
  summaries,
  mount: (kit) => mount(kit.app, kit.services, contract, handlers(kit)),
});
