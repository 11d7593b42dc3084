import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { type Gauge, metric } from './metric.ts';

const memoryUsage = metric({
    name: 'process.memory.usage',
    kind: 'gauge',
    unit: 'By',
    description: 'Resident memory of the process'
});
const heapUsed = metric({ name: 'v8js.memory.heap.used', kind: 'gauge', unit: 'By', description: 'Heap in use' });
const cpuTime = metric({
    name: 'process.cpu.time',
    kind: 'total',
    unit: 's',
    description: 'Processor time since the start',
    attributes: ['cpu.mode']
});
const uptime = metric({ name: 'process.uptime', kind: 'gauge', unit: 's', description: 'Time since the start of the process' });
const loopDelay = metric({
    name: 'nodejs.eventloop.delay',
    kind: 'gauge',
    unit: 's',
    description: 'How late timers have run since the last collection, by quantile',
    attributes: ['quantile']
});
const loopUtilization = metric({
    name: 'nodejs.eventloop.utilization',
    kind: 'gauge',
    unit: '1',
    description: 'Share of the time since the last collection that the event loop was busy'
});

/** @returns the gauges, and what ends the measuring */
export function processGauges(): { gauges: Gauge[]; stop(): void } {
    const resolution = 20;
    const delays = monitorEventLoopDelay({ resolution });
    delays.enable();
    let utilization = performance.eventLoopUtilization();
    // The histogram counts the interval of its timer too.
    const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolution / 1000);
    const gauges: Gauge[] = [
        { metric: memoryUsage, read: () => [{ value: process.memoryUsage.rss() }] },
        { metric: heapUsed, read: () => [{ value: process.memoryUsage().heapUsed }] },
        {
            metric: cpuTime,
            read: () => {
                const { user, system } = process.cpuUsage();
                return [
                    { value: user / 1e6, attributes: { 'cpu.mode': 'user' } },
                    { value: system / 1e6, attributes: { 'cpu.mode': 'system' } }
                ];
            }
        },
        { metric: uptime, read: () => [{ value: process.uptime() }] },
        {
            metric: loopDelay,
            read: () => {
                const readings = [0.5, 0.99, 1].map((quantile) => ({
                    value: delays.count === 0 ? 0 : seconds(delays.percentile(quantile * 100)),
                    attributes: { quantile }
                }));
                delays.reset();
                return readings;
            }
        },
        {
            metric: loopUtilization,
            read: () => {
                const since = performance.eventLoopUtilization(utilization);
                utilization = performance.eventLoopUtilization();
                return [{ value: since.utilization }];
            }
        }
    ];
    return { gauges, stop: () => delays.disable() };
}
