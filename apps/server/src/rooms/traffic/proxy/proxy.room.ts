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

/** Each may hold 1 MiB and two sockets. A hanging provider leaves room for others. */
const defaultProxyLimits: ConcurrencyLimits = { total: 1000, perGroup: 500, perMember: 300 };

/** A page of 8 MiB takes about 40 MiB while its items are cut. */
const defaultPagingLimits: ConcurrencyLimits = { total: 32, perGroup: 24, perMember: 16 };

export const proxy = room({
    name: 'proxy',
    routes: proxyRoutes,
    open: (base, options) => ({
        state: {
            breakers: createBreakers(base),
            proxyLimiter: createConcurrencyLimiter(options.proxyLimits ?? defaultProxyLimits),
            pagingLimiter: createConcurrencyLimiter(options.pagingLimits ?? defaultPagingLimits)
        }
    })
});
