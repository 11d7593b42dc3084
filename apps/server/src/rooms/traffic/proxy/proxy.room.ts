import { createConcurrencyLimiter, type ConcurrencyLimiter, type ConcurrencyLimits } from '../../../kernel/runtime/concurrency-limiter.ts';
import { room } from '../../../room.ts';
import { type Breakers, createBreakers } from './breaker.ts';
import { proxyRoutes } from './proxy.routes.ts';

declare module '../../../deps.ts' {
    interface Deps {
        /** Per server. */
        breakers: Breakers;
        /** Bounds the proxied calls of this server, by environment. */
        proxyLimiter: ConcurrencyLimiter;
        /** Bounds those of them that follow all pages: each holds a page in memory. */
        pagingLimiter: ConcurrencyLimiter;
    }
    interface RoomOptions {
        proxyLimits?: ConcurrencyLimits;
        pagingLimits?: ConcurrencyLimits;
    }
}

/** Each may keep a body of 1 MiB and two sockets. A provider that hangs leaves room for the environment's others, and those for other environments. */
const usualProxyLimits: ConcurrencyLimits = { total: 1000, perGroup: 500, perMember: 300 };

/** A page of 8 MiB takes about 40 MiB while it is cut into its items. */
const usualPagingLimits: ConcurrencyLimits = { total: 32, perGroup: 24, perMember: 16 };

export const proxy = room({
    name: 'proxy',
    routes: proxyRoutes,
    open: (base, options) => ({
        state: {
            breakers: createBreakers(base),
            proxyLimiter: createConcurrencyLimiter(options.proxyLimits ?? usualProxyLimits),
            pagingLimiter: createConcurrencyLimiter(options.pagingLimits ?? usualPagingLimits)
        }
    })
});
