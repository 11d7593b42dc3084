import { createConcurrencyLimiter, type ConcurrencyLimiter, type ConcurrencyLimits } from '../../../kernel/runtime/concurrency-limiter.ts';
import { metric } from '../../../kernel/telemetry/metric.ts';
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

const circuitBreakers = metric({
    name: 'patchbay.circuit_breakers',
    kind: 'gauge',
    unit: '{breaker}',
    description: 'Circuit breakers of this server that have seen calls, by state; an open one refuses calls',
    attributes: ['patchbay.breaker.scope', 'patchbay.breaker.state']
});

/** Each may hold 1 MiB and two sockets. A hanging provider leaves room for others. */
const defaultProxyLimits: ConcurrencyLimits = { total: 1000, perGroup: 500, perMember: 300 };

/** A page of 8 MiB takes about 40 MiB while its items are cut. */
const defaultPagingLimits: ConcurrencyLimits = { total: 32, perGroup: 24, perMember: 16 };

export const proxy = room({
    name: 'proxy',
    routes: proxyRoutes,
    gauges: ({ breakers }) => [
        {
            metric: circuitBreakers,
            read: () =>
                Object.entries(breakers.counts()).flatMap(([scope, counts]) =>
                    Object.entries(counts).map(([state, value]) => ({
                        value,
                        attributes: { 'patchbay.breaker.scope': scope, 'patchbay.breaker.state': state }
                    }))
                )
        }
    ],
    open: (base, options) => ({
        state: {
            breakers: createBreakers(base),
            proxyLimiter: createConcurrencyLimiter(options.proxyLimits ?? defaultProxyLimits),
            pagingLimiter: createConcurrencyLimiter(options.pagingLimits ?? defaultPagingLimits)
        }
    })
});
