import { expect, test } from 'vitest';
import { CpuMeter } from './cpu-meter.ts';

/** Uses a processor for so long. */
function work(milliseconds: number): void {
    const { user, system } = process.cpuUsage();
    for (let used = 0; used < milliseconds * 1000;) {
        const now = process.cpuUsage();
        used = now.user + now.system - user - system;
    }
}

test('an isolate that ran while others had the processor is not charged for them', () => {
    const meter = new CpuMeter<{ runningMs: number }>();
    const [one, other] = [{ runningMs: 100 }, { runningMs: 0 }];
    meter.start(one);
    meter.start(other);
    work(20);
    // Each says that it ran for ten times as long as there was a processor for both.
    one.runningMs += 300;
    other.runningMs += 100;
    meter.tick();
    const [ofOne, ofOther] = [meter.read(one), meter.read(other)];
    expect(ofOne / ofOther).toBeCloseTo(3);
    expect(ofOne + ofOther).toBeGreaterThanOrEqual(20);
    expect(ofOne + ofOther).toBeLessThan(100);
});

test('an isolate is charged for no more than the time that it ran', () => {
    const meter = new CpuMeter<{ runningMs: number }>();
    const isolate = { runningMs: 0 };
    meter.start(isolate);
    work(30);
    isolate.runningMs = 5;
    meter.tick();
    expect(meter.read(isolate)).toBe(5);
    isolate.runningMs = 7;
    expect(meter.read(isolate)).toBe(7);
});

test('what one ran that has ended is not charged to those that go on', () => {
    const meter = new CpuMeter<{ runningMs: number }>();
    const [ended, going] = [{ runningMs: 0 }, { runningMs: 0 }];
    meter.start(ended);
    meter.start(going);
    work(20);
    [ended.runningMs, going.runningMs] = [900, 100];
    meter.stop(ended);
    meter.tick();
    expect(meter.read(ended)).toBe(0);
    expect(meter.read(going)).toBeLessThan(20);
});
